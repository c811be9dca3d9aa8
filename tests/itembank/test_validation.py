"""One author mistake after another: the exact line that is printed, and all in one run."""

from __future__ import annotations

import pytest

from .conftest import SiteFolder

FILE = "content/questions/q.yml"
VALID = """\
id: ring
type: choice
title: Ring all-reduce
stem: |
  Eight GPUs form a ring.

  What does each send?
select: all
options:
  - id: twice
    text: Almost twice the buffer.
    correct: true
    rationale: Right, twice.
  - id: once
    text: The buffer once.
    correct: false
    rationale: Wrong, twice.
explanation: |
  Reduce-scatter, then all-gather.
sources:
  - {url: "https://example.org/ring", title: On rings}
reviewed: 2026-12-01
"""
KNOWN_OPTION_KEYS = "id, text, correct, rationale, misconception, weight"

# name: (what stands in the valid file, what the author wrote instead, what is said)
MISTAKES = {
    "a misspelt key": (
        "explanation: |",
        "explanations: |",
        [
            "1:1: error[missing-field]: `explanation` is missing",
            "18:1: error[unknown-key]: unknown key `explanations` (did you mean `explanation`?)",
        ],
    ),
    "a misspelt key of an option": (
        "    correct: false",
        "    corect: false",
        [
            "14:5: error[missing-field]: `correct` is missing in entry 2 of `options`",
            "16:5: error[unknown-key]: unknown key `corect` (did you mean `correct`?)",
        ],
    ),
    "a key from another world": (
        "    correct: false",
        "    correct: false\n    zzz: 1",
        [f"17:5: error[unknown-key]: unknown key `zzz` (known keys: {KNOWN_OPTION_KEYS})"],
    ),
    "a missing rationale": (
        "    rationale: Wrong, twice.\n",
        "",
        ["14:5: error[missing-field]: `rationale` is missing in entry 2 of `options`"],
    ),
    "an empty rationale": (
        "rationale: Wrong, twice.",
        "rationale: ''",
        ["17:16: error[empty-text]: `rationale` is empty"],
    ),
    "a blank rationale": (
        "rationale: Wrong, twice.",
        "rationale: '  '",
        ["17:16: error[empty-text]: `rationale` is empty"],
    ),
    "a rationale that was left for later": (
        "rationale: Wrong, twice.",
        "rationale:",
        ["17:15: error[empty-text]: `rationale` is empty"],
    ),
    "no key": (
        "correct: true",
        "correct: false",
        ["9:1: error[no-key]: no option is correct (set `correct: true` on the key)"],
    ),
    "a yes in quotes": (
        "correct: true",
        "correct: 'yes'",
        ["12:14: error[wrong-type]: `correct` must be true or false"],
    ),
    "a number for a text": (
        "text: The buffer once.",
        "text: 42",
        [
            "15:11: error[wrong-type]: `text` must be a text "
            "(YAML takes it for a number: put it in quotes)"
        ],
    ),
    "a yes for a text": (
        "text: The buffer once.",
        "text: no",
        [
            "15:11: error[wrong-type]: `text` must be a text "
            "(YAML takes it for true or false: put it in quotes)"
        ],
    ),
    "one option only": (
        "  - id: once\n    text: The buffer once.\n    correct: false\n"
        "    rationale: Wrong, twice.\n",
        "",
        ["10:3: error[too-few]: `options` needs at least 2 entries"],
    ),
    "no source": (
        'sources:\n  - {url: "https://example.org/ring", title: On rings}',
        "sources: []",
        ["20:10: error[too-few]: `sources` needs at least 1 entry"],
    ),
    "a source by two names": (
        "title: On rings}",
        "ref: ring}",
        ["21:5: error[bad-value]: a source needs either `ref` or `url`"],
    ),
    "a reference without a sources file": (
        '{url: "https://example.org/ring", title: On rings}',
        "{ref: ring}",
        [
            "21:11: error[unknown-source]: this site has no sources file "
            "(set `sources` in itembank.yml, or give `url` instead of `ref`)"
        ],
    ),
    "an address that is none": (
        "https://example.org/ring",
        "example.org/a ring",
        ["21:11: error[bad-value]: `url` must be an address as https://example.org/page"],
    ),
    "an address that runs": (
        "https://example.org/ring",
        "javascript:alert(1)",
        ["21:11: error[bad-value]: `url` must be an address as https://example.org/page"],
    ),
    "an id in capitals": (
        "id: ring",
        "id: Ring_1",
        [
            "1:5: error[bad-id]: `id` may hold lower-case letters, digits and single hyphens only "
            "(like `from-one-node-to-many`)"
        ],
    ),
    "an id that is a number": (
        "id: once",
        "id: 7",
        [
            "14:9: error[wrong-type]: `id` must be a text "
            "(YAML takes it for a number: put it in quotes)"
        ],
    ),
    "two options of one id": (
        "id: once",
        "id: twice",
        ["14:9: error[duplicate-option]: option id `twice` is already used by option 1"],
    ),
    "two options of one text but for white space": (
        "text: The buffer once.",
        'text: "Almost   twice\\n the buffer."',
        [
            "15:11: error[duplicate-option]: the same text as option 1 "
            "(readers cannot tell them apart)"
        ],
    ),
    "a type that does not exist": (
        "type: choice",
        "type: choise",
        ["2:7: error[bad-value]: `type` must be `choice`, `numeric` or `order`"],
    ),
    "a word that select does not know": (
        "select: all",
        "select: any",
        [
            "8:9: error[select]: `select` must be `all`, `one`, `{exactly: N}` or `{up_to: N}`",
        ],
    ),
    "a select with a misspelt key": (
        "select: all",
        "select: {exactely: 1}",
        [
            "8:9: error[select]: `select` must be `all`, `one`, `{exactly: N}` or `{up_to: N}`",
        ],
    ),
    "a select with zero": (
        "select: all",
        "select: {exactly: 0}",
        [
            "8:9: error[select]: `select` must be `all`, `one`, `{exactly: N}` or `{up_to: N}`",
        ],
    ),
    "select one with two keys": (
        "select: all\noptions:\n  - id: twice\n    text: Almost twice the buffer.\n"
        "    correct: true\n    rationale: Right, twice.\n  - id: once\n"
        "    text: The buffer once.\n    correct: false",
        "select: one\noptions:\n  - id: twice\n    text: Almost twice the buffer.\n"
        "    correct: true\n    rationale: Right, twice.\n  - id: once\n"
        "    text: The buffer once.\n    correct: true",
        [
            "8:9: error[select]: `select: one` but 2 options are correct "
            "(use `select: all`, or leave one key)"
        ],
    ),
    "more asked for than there are keys": (
        "select: all",
        "select: {exactly: 2}",
        ["8:9: error[select]: `exactly: 2` but 1 option is correct"],
    ),
    "a figure that does not exist": (
        "select: all",
        "figure: links\nselect: all",
        ["8:9: error[missing-figure]: no figure `links` (no figure was found)"],
    ),
    "a scoring policy that does not exist": (
        "select: all",
        "select: all\nscoring: partial",
        [
            "9:10: error[bad-value]: `scoring` must be 'all_or_nothing', 'net_correct', "
            "'each_answer', 'coverage' or 'weights'"
        ],
    ),
    "a weight that nothing uses": (
        "    correct: true",
        "    correct: true\n    weight: 1",
        ["13:5: error[weights]: `weight` needs `scoring: weights`"],
    ),
    "weights that are missing": (
        "select: all",
        "select: all\nscoring: weights",
        [
            "11:5: error[weights]: option `twice` has no `weight`",
            "15:5: error[weights]: option `once` has no `weight`",
        ],
    ),
    "weights that do not add up": (
        "select: all\noptions:\n  - id: twice\n    text: Almost twice the buffer.\n"
        "    correct: true\n    rationale: Right, twice.\n  - id: once\n",
        "scoring: weights\noptions:\n  - id: twice\n    text: Almost twice the buffer.\n"
        "    correct: true\n    weight: 0.5\n    rationale: Right, twice.\n"
        "  - id: once\n    weight: -1\n",
        ["8:10: error[weights]: the weights of the key add up to 0.5, not to 1"],
    ),
    "a date in words": (
        "reviewed: 2026-12-01",
        "reviewed: yesterday",
        ["22:11: error[wrong-type]: `reviewed` must be a date as 2026-12-31"],
    ),
    "a date in quotes": (
        "reviewed: 2026-12-01",
        "reviewed: '2026-12-01'",
        ["22:11: error[wrong-type]: `reviewed` must be a date as 2026-12-31"],
    ),
    "a difficulty out of range": (
        "select: all",
        "difficulty: 4\nselect: all",
        ["8:13: error[bad-value]: `difficulty` must be at most 3"],
    ),
    "a revision of zero": (
        "select: all",
        "revision: 0\nselect: all",
        ["8:11: error[bad-value]: `revision` must be at least 1"],
    ),
    "a title without an end": (
        "title: Ring all-reduce",
        f"title: {'x' * 121}",
        ["3:8: error[bad-value]: `title` is longer than 120 characters"],
    ),
    "tags that are one text": (
        "select: all",
        "tags: nccl\nselect: all",
        ["8:7: error[wrong-type]: `tags` must be a list"],
    ),
    "a tag that is a number": (
        "select: all",
        "tags: [nccl, 8]\nselect: all",
        [
            "8:14: error[wrong-type]: entry 2 of `tags` must be a text "
            "(YAML takes it for a number: put it in quotes)"
        ],
    ),
    "options that are a mapping": (
        "sources:\n  - {",
        "sources:\n  {",
        ["21:3: error[wrong-type]: `sources` must be a list"],
    ),
    "an option that is a text": (
        "sources:\n  - {url",
        "sources:\n  - https://example.org\n  - {url",
        ["21:5: error[wrong-type]: entry 1 of `sources` must be a mapping"],
    ),
    "a heading": (
        "  Reduce-scatter, then all-gather.",
        "  Two steps:\n\n  ## Reduce-scatter",
        ["21:3: error[heading]: `explanation`: a heading (use **bold** text instead)"],
    ),
    "a footnote": (
        "  Reduce-scatter, then all-gather.",
        "  Reduce-scatter[^1], then all-gather.",
        [
            "19:17: error[footnote]: `explanation`: a footnote has no place to stand "
            "(put it in the text, or in `sources`)"
        ],
    ),
    "a tag that is never closed": (
        "  Reduce-scatter, then all-gather.",
        "  Reduce-scatter, then <b>all-gather.",
        [
            "19:24: error[raw-html]: `explanation`: `<b>` is never closed "
            "(close it, or write `&lt;`)"
        ],
    ),
    "a reference to an option that does not exist": (
        "rationale: Wrong, twice.",
        "rationale: Wrong, see [](option:twise).",
        [
            "17:30: error[unknown-option]: `options.1.rationale`: no option `twise` "
            "(options: twice, once)"
        ],
    ),
    "a value that cannot be computed": (
        "  Reduce-scatter, then all-gather.",
        "  Takes {{= speed(8) | GB/s }} and {{= 1 / 0 }}.",
        [
            "19:9: error[value]: `{{= speed(8) | GB/s }}`: no function `speed`; there are none: "
            "set `values` in itembank.yml",
            "19:36: error[value]: `{{= 1 / 0 }}`: division by zero",
        ],
    ),
    "a value without an end": (
        "  Reduce-scatter, then all-gather.",
        "  Takes {{= 1 + 1 seconds.",
        ["19:9: error[value]: `{{=` is not closed by `}}` in the same line"],
    ),
    "an empty file": (VALID, "", ["1:1: error[not-a-mapping]: the file is empty"]),
    "a list in place of a question": (
        VALID,
        "- id: ring\n",
        ["1:1: error[not-a-mapping]: expected `key: value` lines"],
    ),
    "a merge key": (
        "select: all",
        "<<: {select: all}",
        ["8:1: error[unknown-key]: unknown key `<<` (known keys: "],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_said_at_its_place(site: SiteFolder, name: str) -> None:
    right, wrong, said = MISTAKES[name]
    assert VALID.count(right) == 1
    site.write(FILE, VALID.replace(right, wrong))
    found = site.lint()
    assert len(found) == len(said), found
    for line, expected in zip(found, said, strict=True):
        if expected.endswith(": "):
            assert line.startswith(f"{FILE}:{expected}")
        else:
            assert line == f"{FILE}:{expected}"


def test_the_file_that_the_mistakes_start_from_is_valid(site: SiteFolder) -> None:
    site.write(FILE, VALID)
    assert site.lint() == []


def test_all_mistakes_of_a_site_come_in_one_run(site: SiteFolder) -> None:
    site.write("content/questions/a.yml", VALID.replace("title: Ring all-reduce\n", ""))
    site.write("content/questions/b.yml", "id: [open\n")
    site.write(
        "content/questions/c.yml",
        VALID.replace("id: ring", "id: Ring")
        .replace("stem: |", "stm: |")
        .replace("    rationale: Right, twice.\n", "")
        .replace("correct: false", "correct: maybe"),
    )
    site.write(
        "content/questions/d.yml",
        VALID.replace("id: ring", "id: tree").replace("twice.", "twice.[^1]"),
    )
    site.page("index.md", "# Start\n\n/// question | rong\n///\n\n{{= 1 / 0 }}\n")
    places = [line.split(" ")[0] + " " + line.split(" ")[1] for line in site.lint()]
    assert places == [
        "content/questions/a.yml:1:1: error[missing-field]:",
        "content/questions/b.yml:1:10: error[yaml]:",
        "content/questions/c.yml:1:1: error[missing-field]:",
        "content/questions/c.yml:1:5: error[bad-id]:",
        "content/questions/c.yml:4:1: error[unknown-key]:",
        "content/questions/c.yml:10:5: error[missing-field]:",
        "content/questions/c.yml:15:14: error[wrong-type]:",
        "content/questions/d.yml:13:29: error[footnote]:",
        "content/questions/d.yml:17:29: error[footnote]:",
        "docs/index.md:3:1: error[unknown-question]:",
        "docs/index.md:6:1: error[value]:",
    ]


def test_mistakes_of_format_do_not_hide_mistakes_in_texts(site: SiteFolder) -> None:
    text = VALID.replace("select: all", "select: any").replace("gather.", "gather.[^1]")
    site.write(FILE, text)
    rules = [line.split("[")[1].split("]")[0] for line in site.lint()]
    assert rules == ["select", "footnote"]


def test_a_broken_option_does_not_hide_the_wrong_count_of_keys(site: SiteFolder) -> None:
    text = VALID.replace("correct: true", "correct: false").replace("title:", "titel:")
    site.write(FILE, text)
    rules = {line.split("[")[1].split("]")[0] for line in site.lint()}
    assert rules == {"missing-field", "unknown-key", "no-key"}


SETTINGS_MISTAKES = {
    "an unknown key": (
        "bank:\n  - {path: content/questions}\n",
        "itembank.yml:1:1: error[unknown-key]: unknown key `bank` (did you mean `banks`?)",
    ),
    "a folder that does not exist": (
        "banks:\n  - {path: content/quizzes}\n",
        "itembank.yml:2:12: error[missing-folder]: "
        "the folder of questions `content/quizzes` does not exist",
    ),
    "a sources file that does not exist": (
        "sources: content/sources.yml\n",
        "itembank.yml:1:10: error[missing-file]: there is no file `content/sources.yml`",
    ),
    "a module that cannot be imported": (
        "values: {module: no_such_module_of_values}\n",
        "itembank.yml:1:10: error[values]: `no_such_module_of_values` cannot be imported: "
        "ModuleNotFoundError: No module named 'no_such_module_of_values' "
        "(its `__all__` names the functions for expressions)",
    ),
    "an address that is none": (
        "banks:\n  - {path: content/questions, url: /questions/}\n",
        "itembank.yml:2:36: error[bad-value]: `url` must be folder names with `/` between them, "
        "as in `questions`",
    ),
    "two banks at one address with one folder": (
        "banks:\n  - {path: content/questions}\n  - {path: content/questions}\n",
        "itembank.yml:3:12: error[duplicate-folder]: "
        "the folder `content/questions` is already a bank",
    ),
    "broken YAML": (
        "banks: [\n",
        "itembank.yml:1:9: error[yaml]: did not find expected node content "
        "while parsing a flow node (put the text in 'single quotes', or below `|`)",
    ),
    "a list": ("- a\n", "itembank.yml:1:1: error[not-a-mapping]: expected `key: value` lines"),
}


@pytest.mark.parametrize("name", SETTINGS_MISTAKES)
def test_a_mistake_in_the_settings(site: SiteFolder, name: str) -> None:
    text, said = SETTINGS_MISTAKES[name]
    site.write("itembank.yml", text)
    assert site.lint() == [said]


def test_settings_may_be_empty_or_absent(site: SiteFolder) -> None:
    assert site.lint() == []
    site.write("itembank.yml", "# nothing yet\n")
    assert site.lint() == []


def test_every_mistake_of_a_figure_manifest(site: SiteFolder) -> None:
    site.figure()
    site.write(
        "figures/other/figure.yml",
        "id: another\ntitle: t\ncaption: c\nimages:\n"
        "  - {file: a.svg, scheme: dark, layout: wide, width: 760, height: 0}\n",
    )
    site.write(
        "figures/third/figure.yml",
        "id: fourth\ntitle: t\nalt: a\ncaption: c\nimages:\n"
        "  - {file: a.svg, scheme: dark, layout: wide, width: 760, height: 9}\ndata: d.csv\n",
    )
    assert site.lint() == [
        "figures/other/figure.yml:1:1: error[missing-field]: `alt` is missing",
        "figures/other/figure.yml:5:67: error[bad-value]: `height` must be more than 0",
        "figures/third/figure.yml:1:5: error[figure]: `id: fourth` stands in folder `third`",
        "figures/third/figure.yml:6:3: error[figure]: "
        "no image with `scheme: light` and `layout: wide`",
        "figures/third/figure.yml:6:12: error[figure]: no file `a.svg` beside the manifest",
        "figures/third/figure.yml:7:7: error[figure]: no file `d.csv` beside the manifest",
    ]


def test_the_data_of_a_figure_may_be_broken(site: SiteFolder) -> None:
    site.figure()
    site.write("figures/links/data.csv", "Fabric,Müller\n".encode("latin-1"))
    assert site.lint() == [
        "figures/links/data.csv:1:9: error[encoding]: not UTF-8 (save the file as UTF-8)"
    ]
    site.write("figures/links/data.csv", "Fabric,Rate\nNVLink\n")
    assert site.lint() == [
        "figures/links/data.csv:2:1: error[figure]: 1 cell in a table of 2 columns"
    ]


def test_every_mistake_of_the_sources_file(site: SiteFolder) -> None:
    site.settings(sources="sources.yml")
    lines = ["a: {url: 'https://x'}", "b: text", "c: {title: t, url: 7}"]
    site.write("sources.yml", "\n  ".join(["sources:", *lines]) + "\n")
    assert site.lint() == [
        "sources.yml:2:3: error[sources]: source `a` has no `title`",
        "sources.yml:3:3: error[sources]: source `b` has no `title`",
        "sources.yml:4:3: error[sources]: `url` of source `c` must be an address "
        "as https://example.org/page",
    ]
    site.write("sources.yml", "[]\n")
    assert site.lint() == ["sources.yml:1:1: error[sources]: expected a mapping below `sources:`"]
