"""The build hook joins modules into one script, or says why it cannot."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from .bundler import (
    ADD_ONS,
    BROWSER,
    COMMON,
    CORE,
    MORE_STYLES,
    STYLE_ENTRY,
    BundleError,
    join_modules,
    join_scripts,
    join_styles,
    write_bundle,
)


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    first = [path.read_bytes() for path in write_bundle(tmp_path / "first")]
    second = [path.read_bytes() for path in write_bundle(tmp_path / "second")]

    assert first == second
    assert all(first)


def test_every_source_is_in_the_core_or_in_add_ons() -> None:
    scripts = join_scripts(CORE, ADD_ONS, COMMON)
    core = scripts.pop("")
    sheets = [join_styles(entry) for entry in MORE_STYLES.values()]

    for source in (BROWSER / "src").rglob("*.js"):
        start = source.read_text().split("\n\n")[0]
        added = any(start in script for script in scripts.values())
        assert added is not (start in core), source.name
    for source in (BROWSER / "css").glob("*.css"):
        if source.name != "itembank.css":
            text = _without_imports(source.read_text())
            added = any(text in sheet for sheet in sheets)
            assert added is not (text in join_styles(STYLE_ENTRY)), source.name


def test_sizes(tmp_path: Path) -> None:
    """What a page loads of ours, compressed: with choice questions, for each further kind, ..."""
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in write_bundle(tmp_path)}

    def size(*names: str) -> int:
        return sum(sizes.pop(f"{name}.{ending}", 0) for name in names for ending in ("js", "css"))

    assert size("itembank") <= 10 * 1024
    assert size("itembank-numeric") <= 3 * 1024
    assert size("itembank-order") <= 3 * 1024
    assert size("itembank-deck", "itembank-exam", "itembank-study") <= 20 * 1024
    # Loaded only if the owner configures it.
    assert size("itembank-xapi") <= 3 * 1024
    assert size("itembank-tries") <= 512
    # A page in another language loads its words too.
    for part in ("", "exam-", "study-"):
        for language in ("ar", "de"):
            assert size(f"itembank-{part}words.{language}") <= 3 * 1024
    assert not sizes


def test_a_module_comes_once_and_after_what_it_needs(tmp_path: Path) -> None:
    need_both = 'import { left } from "./left.js";\nimport { right } from "./right.js";\n'
    on_several_lines = 'import {\n  base,\n} from "./base.js";\n'
    _write(
        tmp_path,
        {
            "entry": need_both + "left();\nright();\n",
            "left": 'import { base } from "./base.js";\nexport const left = () => base;\n',
            "right": on_several_lines + "export function right() {\n  base;\n}\n",
            "base": "/** Exported: `export default` is refused. */\nexport const base = 1;\n",
        },
    )
    joined = join_modules(tmp_path / "entry.js")

    places = [joined.index(text) for text in ("base = 1", "left = ", "function right", "left();")]
    assert places == sorted(places)
    assert joined.count("base = 1") == 1
    assert "\nimport" not in joined
    assert "\nexport" not in joined


@pytest.mark.parametrize(
    ("modules", "complaint"),
    [
        (
            {
                "entry": 'import { a } from "./a.js";\n',
                "a": 'import { b } from "./b.js";\nexport const a = 1;\n',
                "b": 'import { a } from "./a.js";\nexport const b = 1;\n',
            },
            "import cycle: a.js -> b.js -> a.js",
        ),
        ({"entry": 'import { a } from "./a.js";\n'}, "no such file: a.js"),
        (
            {"entry": 'import { b } from "./a.js";\n', "a": "export const a = 1;\nconst b = 2;\n"},
            "entry.js: ./a.js exports no b",
        ),
        (
            {
                "entry": 'import { a } from "./a.js";\nfunction help() {}\n',
                "a": "export const a = 1;\nconst help = 2;\n",
            },
            "entry.js: the name help is also taken in a.js",
        ),
        (
            {"entry": 'import { a as b } from "./a.js";\n', "a": "export const a = 1;\n"},
            "exports no a as b",
        ),
        ({"entry": 'import a from "./a.js";\n', "a": ""}, "cannot join this form: import a from"),
        ({"entry": 'import "./a.js";\n', "a": ""}, "cannot join this form: import"),
        ({"entry": "export default 1;\n"}, "cannot join this form: export default"),
        ({"entry": 'export * from "./a.js";\n', "a": ""}, "cannot join this form: export"),
        ({"entry": "const a = 1;\nexport { a };\n"}, "cannot join this form: export { a }"),
        (
            {"entry": 'const a = await import("./a.js");\n', "a": ""},
            "cannot join this form: import(",
        ),
    ],
)
def test_what_cannot_be_joined_is_refused(
    tmp_path: Path, modules: dict[str, str], complaint: str
) -> None:
    _write(tmp_path, modules)
    with pytest.raises(BundleError) as refused:
        join_modules(tmp_path / "entry.js")
    assert complaint in str(refused.value)


def test_an_add_on_takes_from_the_core_what_the_core_has(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    _write(
        tmp_path,
        {
            "core": 'import { one } from "./one.js";\none();\n',
            "one": "export const one = 1;\nexport const two = 2;\nexport const unused = 3;\n",
            "more/entry": 'import { two } from "../one.js";\nimport { own } from "./own.js";\n',
            "more/own": 'import { one, two } from "../one.js";\nexport const own = one + two;\n',
        },
    )
    scripts = join_scripts(tmp_path / "core.js", {"more": tmp_path / "more" / "entry.js"})

    assert list(scripts) == ["", "more"]
    assert "globalThis.itembank ??= { one, two };" in scripts[""]
    assert "const { one, two } = itembank;" in scripts["more"]
    assert "own = one + two" in scripts["more"]
    assert "one = 1" not in scripts["more"]
    assert "own" not in scripts[""]


def test_an_add_on_may_not_ask_the_core_for_what_it_lacks(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {
            "core": 'import { one } from "./one.js";\n',
            "one": "export const one = 1;\n",
            "entry": 'import { three } from "./one.js";\n',
        },
    )
    with pytest.raises(BundleError, match=r"entry\.js: \./one\.js exports no three"):
        join_scripts(tmp_path / "core.js", {"more": tmp_path / "entry.js"})


def test_a_missing_style_sheet_is_refused(tmp_path: Path) -> None:
    (tmp_path / "entry.css").write_text('@import "./gone.css";\n')
    with pytest.raises(BundleError, match=r"no such file: gone\.css"):
        join_styles(tmp_path / "entry.css")


def _write(folder: Path, modules: dict[str, str]) -> None:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)


def test_what_add_ons_share_is_in_no_add_on(tmp_path: Path) -> None:
    """They take it, and what it takes itself, from the scripts before them."""
    _write(
        tmp_path,
        {
            "core": "export const base = 1;\n",
            "common": 'import { base } from "./core.js";\nexport const both = () => base;\n',
            "left": 'import { both } from "./common.js";\nboth();\n',
            "right": 'import { base } from "./core.js";\n'
            'import { both } from "./common.js";\nboth(base);\n',
            "alone": 'import { both } from "./common.js";\nboth("alone");\n',
        },
    )
    add_ons = {name: tmp_path / f"{name}.js" for name in ("left", "right", "alone")}
    scripts = join_scripts(tmp_path / "core.js", add_ons, {"shared": ("left", "right")})

    assert "globalThis.itembank ??= { base };" in scripts[""]
    assert "const { base } = itembank;" in scripts["shared"]
    assert "Object.assign(itembank, { both, ...itembank });" in scripts["shared"]
    assert "const { both } = itembank;" in scripts["left"]
    assert "const { base, both } = itembank;" in scripts["right"]
    assert [name for name, text in scripts.items() if "both = " in text] == ["shared", "alone"]


def _without_imports(sheet: str) -> str:
    return "".join(line for line in sheet.splitlines(True) if not line.startswith("@import"))
