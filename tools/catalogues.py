"""Bring the catalogues of itembank's words up to date with the code, and compile them.

    python tools/catalogues.py [--check]

Words come from calls of `_` and `word` in Python, and from the strings of the browser code.
`--check` writes nothing, and fails when catalogues and code do not hold the same words.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).resolve().parents[1] / "plugins/itembank/itembank"
LOCALE = PACKAGE / "locale"
LANGUAGES = ("ar", "de")
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
_VALUE = re.compile(r':\s*"((?:[^"\\]|\\.)*)"')


def words_of_the_code() -> Catalog:
    """Return every word that can be translated, with the files that say it."""
    found = Catalog(project="itembank", charset="utf-8")
    methods = [("markup/**.py", "python"), ("hosts/**.py", "python")]
    for name, _, message, _, _ in extract_from_dir(
        PACKAGE, method_map=methods, keywords={"_": None, "word": None}
    ):
        found.add(message, locations=[(name, 0)])
    for name, message in _browser_words():
        found.add(message, locations=[(name, 0)])
    return found


def updated(language: str, code: Catalog) -> Catalog:
    """Return the catalogue of `language` with exactly the words of the code."""
    path = po_file(language)
    catalogue = Catalog(locale=language, project="itembank", charset="utf-8")
    if path.is_file():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(code, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def write(language: str, catalogue: Catalog) -> None:
    """Write a catalogue without the dates and names that would change with every run."""
    text = BytesIO()
    write_po(text, catalogue, width=100, omit_header=True, sort_output=True, include_lineno=False)
    header = HEADER.format(language=language)
    po_file(language).write_text(header + text.getvalue().decode("utf-8"), encoding="utf-8")


def po_file(language: str) -> Path:
    """Return where the catalogue of `language` stands."""
    return LOCALE / language / "LC_MESSAGES" / "itembank.po"


def _browser_words() -> Iterator[tuple[str, str]]:
    for file in sorted((PACKAGE / "browser/src").rglob("strings.js")):
        for match in _VALUE.finditer(file.read_text(encoding="utf-8")):
            yield file.relative_to(PACKAGE).as_posix(), match[1]


def main() -> int:
    """Update or check the catalogues; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    code = words_of_the_code()
    wanted = {message.id for message in code if message.id}
    wrong = []
    for language in LANGUAGES:
        catalogue = updated(language, code)
        missing = [str(m.id) for m in catalogue if m.id and not m.string]
        with po_file(language).open("rb") as file:
            extra = {m.id for m in read_po(file) if m.id} - wanted
        wrong += [f"{language}: no translation of {words!r}" for words in missing]
        wrong += [f"{language}: not in the code any more: {words!r}" for words in extra]
        if not check:
            write(language, catalogue)
    print("\n".join(wrong) or "all words are translated")
    return 1 if wrong and check else 0


if __name__ == "__main__":
    sys.exit(main())
