"""Each rule on one question: what breaks it, and what is near and does not."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from itembank.grade import score
from itembank.lint import RULES, Context, chosen_rules, lint_question, subject_of
from itembank.lint.guessing import best_blind_play
from itembank.load import YamlDocument, load_question
from itembank.model import ChoiceItem, Diagnostic, Findings

from .conftest import SiteFolder

TODAY = datetime.date(2026, 12, 1)
LONG = "It moves the gradients of each layer while the next one computes"
Texts = dict[str, str]


def option(text: str, *, key: bool = False, why: str = "So it is.") -> dict[str, Any]:
    return {"text": text, "correct": key, "rationale": why}


def options(*given: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"id": f"o-{number}", **each} for number, each in enumerate(given, start=1)]


def keyed(*texts: str) -> list[dict[str, Any]]:
    """Return options; a text that starts with `*` is a key."""
    return options(*(option(text.removeprefix("*"), key=text.startswith("*")) for text in texts))


def findings(
    site: SiteFolder, rule: str = "", *, context: Context | None = None, **changes: Any
) -> list[Diagnostic]:
    file = site.question("q", **changes)
    found = Findings()
    question = load_question(file, "q.yml", found)
    assert question is not None
    assert question.item is not None, list(map(str, found))
    subject = subject_of(question.item, question.document, lambda text: text)
    rules = chosen_rules([rule] if rule else [])
    return list(lint_question(subject, context or Context(today=TODAY), rules))


def broken(site: SiteFolder, rule: str = "", **changes: Any) -> list[str]:
    return [found.rule for found in findings(site, rule, **changes)]


def test_a_plain_question_breaks_nothing(site: SiteFolder) -> None:
    assert findings(site, options=keyed("*It sends twice", "It sends once", "It waits")) == []


def cases() -> Iterator[tuple[str, bool, dict[str, Any]]]:
    """Yield rule, whether it is broken, and the question."""

    def rationale(text: str, *, key: bool) -> dict[str, Any]:
        return {"options": {"twice" if key else "once": {"rationale": text}}}

    rule = "rationale-contradicts-key"
    for text in ("Correct: it is so.", "**Right.** It is.", "Well. This option is correct."):
        yield rule, True, rationale(text, key=False)
    for text in ("Wrong, it is not.", "Incorrect.", "That's not true. It differs."):
        yield rule, True, rationale(text, key=True)
    for text in (
        "Correct for a tree, but not here.",
        "True. But only for a tree.",
        "The other option is correct.",
        "Correctness is not at stake.",
        "This option is not correct.",
        "Right-to-left rings exist.",
    ):
        yield rule, False, rationale(text, key=False)
    for text in ("No process waits here.", "Falsely called slow.", "Wrong is only the other."):
        yield rule, False, rationale(text, key=True)
    truth = keyed("*False", "True")
    truth[0]["rationale"] = "Wrong: the claim does not hold."
    yield rule, False, {"options": truth}

    yield "all-keys", True, {"options": keyed("*One thing", "*Another")}
    yield "all-keys", False, {"options": keyed("*One thing", "Another")}
    yield "too-many-options", True, {"options": keyed("*a", *(f"b{i}" for i in range(10)))}
    yield "too-many-options", False, {"options": keyed("*a", *(f"b{i}" for i in range(9)))}

    for text in (
        "All of the above.",
        "All of these",
        "All the above are correct",
        "Any of the above",
    ):
        yield "all-of-the-above", True, {"options": keyed("*This", "That", text)}
    for text in ("All of these parameters are sharded", "All GPUs of the node", "Any"):
        yield "all-of-the-above", False, {"options": keyed("*This", "That", text)}
    for text in ("None of the above", "None of these.", "Neither of the options"):
        yield "none-of-the-above", True, {"options": keyed("*This", "That", text)}
    for text in ("None of the GPUs waits", "`None`", "None"):
        yield "none-of-the-above", False, {"options": keyed("*This", "That", text)}
    for text in ("A and B only", "Both A and C", "1 and 3", "A, B and C", "Both of the above"):
        yield "combined-options", True, {"options": keyed("*This", "That", text)}
    for text in ("Adam and SGD", "2 GPUs and 4 nodes", "A and B share a link"):
        yield "combined-options", False, {"options": keyed("*This", "That", text)}
    named = {"stem": "Node A talks to node B.\n\nWho waits?\n"}
    yield "combined-options", False, {**named, "options": keyed("*A", "B", "A and B")}

    near = ("*The ring is slower.", "A ring is slower", "Something else")
    yield "near-duplicate", True, {"options": keyed(*near)}
    for pair in (
        ("`&Vec`", "`&mut Vec`"),
        ("-8 < 7", "7 > -8"),
        ("grep -E", "grep -e"),
        ("ranks before nodes", "nodes before ranks"),
    ):
        yield "near-duplicate", False, {"options": keyed("*Something", *pair)}
    yield "number-order", True, {"options": keyed("8", "*2", "4")}
    yield "number-order", True, {"options": keyed("2 ms", "*4 ms", "8 ms")}
    yield "number-order", False, {"options": keyed("2", "*4", "1,000"), "shuffle": False}
    yield "number-order", False, {"options": keyed("8 GPUs", "*2 nodes", "4")}
    yield "number-order", False, {"options": keyed("[1, 2]", "*[2, 1]", "[0, 1]")}

    short = ("It stops", "It waits", "It copies")
    yield "key-longest", True, {"options": keyed(f"*{LONG}", *short)}
    yield "key-longest", False, {"options": keyed(f"*{LONG}", f"{LONG}s", *short)}
    yield "key-longest", False, {"options": keyed("*Gradients", "Loss", "Step")}
    yield "key-longest", False, {"options": keyed(f"*```\n{LONG}\n```", "a", "b")}
    yield "key-longest", False, {"options": keyed("*`torchrun --nnodes 4 train.py`", *short)}
    yield "key-longest", False, {"options": keyed("*Zero Redundancy Optimizer Stage Three", *short)}
    yield "keys-longer", True, {"options": keyed(f"*{LONG}", f"*{LONG} too", *short)}
    yield (
        "keys-longer",
        False,
        {"options": keyed(f"*{LONG}", "*It is a ring", *short, "It does wait here")},
    )

    extreme = ("It always waits", "It never waits", "It waits now and then")
    yield "absolutes-only-in-distractors", True, {"options": keyed("*It depends", *extreme)}
    yield (
        "absolutes-only-in-distractors",
        False,
        {"options": keyed("*It never stops", *extreme)},
    )
    yield (
        "absolutes-only-in-distractors",
        False,
        {"options": keyed("*It depends", extreme[0], "no")},
    )
    asked = {"stem": "Which collective always blocks?\n"}
    yield "absolutes-only-in-distractors", False, {**asked, "options": keyed("*One", *extreme)}

    clang = {"stem": "What does gradient accumulation change?\n"}
    answers = ("The memory of weights", "The number of ranks")
    yield "clang-cue", True, {**clang, "options": keyed("*Gradient accumulation rounds", *answers)}
    shared = (*answers, "How gradient accumulation ends")
    yield "clang-cue", False, {**clang, "options": keyed("*Gradient accumulation", *shared)}
    yield "clang-cue", False, {**clang, "options": keyed("*How often gradients travel", *answers)}

    article = {"stem": "Several GPUs that talk form a\n"}
    yield "grammar-cue", True, {**article, "options": keyed("*ring", "island", "tree")}
    blank = {"stem": "Several GPUs that talk form a ____:\n"}
    yield "grammar-cue", True, {**blank, "options": keyed("*ring", "island", "tree")}
    yield "grammar-cue", False, {**article, "options": keyed("*ring", "unit", "tree")}
    yield "grammar-cue", False, {**article, "options": keyed("*island", "ring", "tree")}
    stops = ("*It waits for a rank.", "It waits for a node", "It waits for a link")
    yield "mixed-punctuation", True, {"options": keyed(*stops)}
    yield "mixed-punctuation", False, {"options": keyed("*It waits for a rank.", "No", "Yes")}

    for stem in (
        "Which of these is not sharded by ZeRO-1?",
        "Which statements aren't true?",
        "All of these need NVLink except which?",
        "Which of the following is false?",
        "Which tensor cannot be sharded?",
    ):
        yield "negative-stem", True, {"stem": stem}
        yield "negative-stem", False, {"stem": stem.upper()}
    for stem in (
        "Which of these is **not** sharded by ZeRO-1?",
        "Which of these is *not* sharded?",
        "Why does the run not scale?",
        "Which best explains why the loss does not fall?",
        "Which step runs if the link does not answer?",
        "Which rank sends what has not arrived, and which tensor that is not sharded is kept?",
        "The node does not answer. Which step comes next?",
        "Which `not` is meant?",
        "What is wrong with this launch script?",
        "What tells you it is not a network fault?",
        "Which of these is _not_ a collective?",
        "Which of these do __not__ block?",
    ):
        yield "negative-stem", False, {"stem": stem}
    negative = {"stem": "Which of these is **not** true?"}
    yield "double-negative", True, {**negative, "options": keyed("*It does not wait", "It waits")}
    inside = "A step that does not wait"
    yield "double-negative", False, {**negative, "options": keyed(f"*{inside}", "It waits")}
    yield "double-negative", False, {"options": keyed("*It does not wait", "It waits")}

    two = keyed("*This", "*That", "Else")
    yield "count-in-stem", True, {"stem": "Which two of these hold?", "options": two}
    yield "count-in-stem", True, {"stem": "What holds? (Choose two.)", "options": two}
    yield "count-in-stem", True, {"stem": "What holds? Select all that apply.", "options": two}
    exact = {"select": {"exactly": 2}, "options": two}
    yield "count-in-stem", True, {"stem": "Which three of these hold?", **exact}
    yield "count-in-stem", False, {"stem": "Which two of these hold?", **exact}
    yield "count-in-stem", False, {"stem": "Which one of these holds?", "select": "one"}
    yield "count-in-stem", False, {"stem": "Two GPUs choose 2/3 of it. What now?", "options": two}
    for block in ("```\ncode\n```", "- a\n- b", "| a |\n|---|\n| b |", "> quote"):
        yield "question-not-last", True, {"stem": f"What is it?\n\n{block}\n"}
        yield "question-not-last", False, {"stem": f"{block}\n\nWhat is it?\n"}

    for text in (
        "Option A is right.",
        "options B and C are slow",
        "See answer (B).",
        "A and C are wrong.",
        "The first option is a trap.",
    ):
        yield "letter-reference", True, {"explanation": text}
        yield "letter-reference", False, {"explanation": text, "shuffle": False}
    for text in (
        "[](option:once) is right.",
        "Option Z of the tool.",
        "An option a reader ticks.",
        "The first option of `srun`.",
        "The answer Amdahl gave.",
        "Group A is fast.",
        "`Option A`",
    ):
        yield "letter-reference", False, {"explanation": text}
    yield "letter-reference", True, {"hints": ["Look at them.", "Look at option B."]}
    plans = {"stem": "Option A uses NVLink, option B does not.\n\nWho wins?\n"}
    yield "letter-reference", True, plans
    yield "image-without-alt", True, {"stem": "![](ring.svg)\n\nWhat is it?\n"}
    yield "image-without-alt", True, {"hints": ["![](ring.svg)"]}
    yield "image-without-alt", True, {"explanation": '<img src="ring.svg" alt="">'}
    yield "image-without-alt", False, {"explanation": "![a ring](ring.svg) and `![](x)`"}

    for text in (
        "The link carries 450 GB/s.",
        "It takes 1.8 ms.",
        "MFU falls to 27 %.",
        "A node costs $32 an hour.",
        "Each GPU holds 80GB.",
    ):
        yield "bare-number", True, {"explanation": text}
    for text in (
        '{{= link("nvlink4").per_direction | GB/s }} of NVLink.',
        "The link carries 450 GB/s ([data sheet](https://example.org/x)).",
        "Meta reports 41 %.",
        "It is 41 % (Table 4).",
        "Eight 400 Gb/s RDMA adapters share the work.",
        "`--bucket 25MB` is the default.",
        "It uses 100 % of 8 GPUs since 2024.",
        "For example, 5 ms of 10 ms.",
        "Each of 8 GPUs has 16 bytes a parameter.",
    ):
        yield "bare-number", False, {"explanation": text}
    given = {"stem": "A link carries 25 GB/s.\n\nHow long does it take?\n"}
    yield "bare-number", False, {**given, "explanation": "At 25 GB/s it takes long."}

    yield "source-missing-place", True, {"sources": [{"url": "https://example.org/x"}]}
    yield "source-missing-place", False, {"sources": [{"url": "https://example.org/x#part"}]}


@pytest.mark.parametrize(("rule", "is_broken", "changes"), list(cases()))
def test_rule(site: SiteFolder, rule: str, is_broken: bool, changes: dict[str, Any]) -> None:
    assert (rule in broken(site, rule, **changes)) is is_broken


def test_every_rule_about_a_question_has_a_case() -> None:
    covered = {rule for rule, is_broken, _ in cases() if is_broken} | {
        "review-stale",
        "blind-guess",
        "placeholder",  # its cases stand in test_lint_unfinished
    }
    assert covered == {rule.id for rule in RULES.values() if rule.scope == "question"}


@pytest.mark.parametrize(
    ("reviewed", "is_stale"),
    [("2025-12-01", False), ("2025-11-30", True), ("2026-12-02", False), ("2026-12-04", True)],
)
def test_a_review_is_stale_after_a_year_and_never_in_the_future(
    site: SiteFolder, reviewed: str, is_stale: bool
) -> None:
    file = site.question("q")
    text = file.read_text().replace("reviewed: 2026-12-01", f"reviewed: {reviewed}")
    file.write_text(text)
    question = load_question(file, "q.yml", Findings())
    assert question is not None
    assert question.item is not None
    subject = subject_of(question.item, question.document, str)
    found = list(lint_question(subject, Context(today=TODAY), chosen_rules(["review-stale"])))
    assert bool(found) is is_stale


@pytest.mark.parametrize("policy", ["all_or_nothing", "net_correct", "each_answer", "coverage"])
@pytest.mark.parametrize("select", ["all", "one", {"exactly": 3}, {"up_to": 4}])
@pytest.mark.parametrize("keys", [1, 2, 3])
def test_best_blind_play_is_that_of_trying_every_response(
    policy: Any, select: Any, keys: int
) -> None:
    data = {
        "id": "q",
        "type": "choice",
        "title": "Q",
        "stem": "?",
        "select": select,
        "options": options(*(option(str(i), key=i < keys) for i in range(6))),
        "explanation": "x",
        "sources": [{"url": "https://example.org"}],
        "reviewed": TODAY,
    }
    item = ChoiceItem.model_validate(data)
    ids = [each.id for each in item.options]
    counts = {3} if select == {"exactly": 3} else set(range(1, (item.cap or 6) + 1))

    def expected(ticks: int) -> float:
        responses = [frozenset(chosen) for chosen in combinations(ids, ticks)]
        scores = [score(policy, ids, item.key, each, cap=item.cap) for each in responses]
        return float(sum(scores)) / len(scores)

    best = max(map(expected, counts))
    play = best_blind_play(item, policy)
    assert play is not None
    assert float(play.score) == pytest.approx(best)
    assert expected(play.ticks) == pytest.approx(best)


def test_blind_guess_tells_the_score_above_the_bound(site: SiteFolder) -> None:
    six = keyed("a", "*b", "c", "*d", "e", "*f")
    assert broken(site, "blind-guess", options=six) == []  # net correct: 0.20
    found = findings(site, "blind-guess", options=six, scoring="each_answer")
    assert "ticking any 1 of 6 options at random earns 0.50" in found[0].message
    assert found[0].severity == "info"
    low = Context(today=TODAY, guess_bound=0.19)
    assert len(findings(site, "blind-guess", context=low, options=six)) == 1


def test_where_select_counts_wrong_it_is_an_error(site: SiteFolder) -> None:
    two = keyed("*This", "*That", "Else")
    stem = "Which three of these hold?"
    assert findings(site, "count-in-stem", stem=stem, options=two)[0].severity == "error"
    stem = "Which two of these hold?"
    assert findings(site, "count-in-stem", stem=stem, options=two)[0].severity == "warning"


def test_all_of_the_above_is_worse_where_everything_can_be_ticked(site: SiteFolder) -> None:
    given = keyed("*This", "That", "All of the above")
    assert findings(site, "all-of-the-above", options=given)[0].severity == "error"
    one = findings(site, "all-of-the-above", options=given, select="one")
    assert one[0].severity == "warning"


def test_a_finding_points_at_the_character(site: SiteFolder) -> None:
    found = findings(site, "letter-reference", explanation="Not fine: option B.")
    at = found[0].position
    line = (site.root / "content/questions/q.yml").read_text().splitlines()[at.line - 1]
    assert line[at.column - 1 :].startswith("option B.")


def test_an_ignored_rule_is_silent(site: SiteFolder) -> None:
    entry = {"rule": "letter-reference", "reason": "the letters are of the stem"}
    assert broken(site, explanation="Option B.") == ["key-longest", "letter-reference"]
    assert broken(site, explanation="Option B.", lint_ignore=[entry]) == ["key-longest"]


def test_an_entry_that_ignores_nothing_is_reported(site: SiteFolder) -> None:
    entry = {"rule": "letter-reference", "reason": "x"}
    found = findings(site, "letter-reference", lint_ignore=[entry])
    assert [(each.rule, each.severity) for each in found] == [("unused-ignore", "warning")]
    line = (site.root / "content/questions/q.yml").read_text().splitlines()
    assert "letter-reference" in line[found[0].position.line - 1]


@pytest.mark.parametrize("name", ["leter-reference", "heading", "key-position"])
def test_an_entry_for_no_rule_is_reported(site: SiteFolder, name: str) -> None:
    found = findings(site, "all-keys", lint_ignore=[{"rule": name, "reason": "x"}])
    assert [each.rule for each in found] == ["unknown-ignore"]
    assert f"`{name}`" in found[0].message
    suggested = "did you mean `letter-reference`?" in found[0].message
    assert suggested is (name == "leter-reference")


def test_an_entry_for_a_rule_that_is_not_applied_is_not_unused(site: SiteFolder) -> None:
    entry = {"rule": "letter-reference", "reason": "x"}
    assert broken(site, "all-keys", lint_ignore=[entry]) == []


def test_rules_apply_to_the_other_kinds_of_question(site: SiteFolder) -> None:
    steps = [
        {"id": name, "text": f"{name} step", "rationale": "It takes 5 ms."}
        for name in ("one", "two", "three")
    ]
    assert "bare-number" in broken(site, type="order", options=None, steps=steps)


HOSTILE = st.text(
    alphabet=st.sampled_from("aA1 .,:;?!\n\t`*_[](){}<>|#~-$%&\\/'\"=\u00a0é日🙂")
    | st.characters(codec="utf-8"),
    max_size=200,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(stem=HOSTILE, texts=st.lists(HOSTILE, min_size=3, max_size=3), explanation=HOSTILE)
def test_no_text_breaks_a_rule_and_every_place_exists(
    stem: str, texts: list[str], explanation: str
) -> None:
    """Rules meet whatever authors write; a finding always stands inside the text it is about."""
    given_options = options(
        *(option(f"{text}x", key=i == 0, why=f"{text}y") for i, text in enumerate(texts))
    )
    item = ChoiceItem.model_validate(
        {
            "id": "q",
            "type": "choice",
            "title": "Q",
            "stem": f"{stem}x",
            "options": given_options,
            "explanation": f"x{explanation}",
            "sources": [{"url": "https://example.org/x"}],
            "reviewed": TODAY,
        }
    )
    subject = subject_of(item, YamlDocument("q.yml", [""]), lambda text: text)
    texts_by_place = {text.place: text.source for text in subject.texts}
    for text in subject.texts:
        assert len(text.prose) == len(text.source)
    for rule in RULES.values():
        for hit in rule.hits(subject, Context(today=TODAY)):
            if hit.offset is not None:
                assert 0 <= hit.offset < len(texts_by_place[hit.place])


@pytest.mark.parametrize(
    "piece",
    [
        "__",
        "_",
        "![",
        "[a](",
        "<img ",
        "<a ",
        "`",
        "` ",
        "*a ",
        "e.g. ",
        "which is ",
        "1 ",
        "option A, ",
    ],
)
def test_a_text_of_one_repeated_piece_ends(piece: str) -> None:
    """A pattern that backtracks without end would stop the whole run here."""
    long = f"a{piece * 1500} x"
    data = keyed(f"*{long}", "b", "c")
    data[1]["rationale"] = long
    item = ChoiceItem.model_validate(
        {
            "id": "q",
            "type": "choice",
            "title": "Q",
            "stem": long,
            "options": data,
            "explanation": long,
            "sources": [{"url": "https://example.org/x"}],
            "reviewed": TODAY,
        }
    )
    subject = subject_of(item, YamlDocument("q.yml", [""]), lambda text: text)
    for rule in RULES.values():
        assert len(list(rule.hits(subject, Context(today=TODAY)))) < len(long)
