"""The language of the words around an author's text: gettext catalogues, chosen by the site.

English is written in the code. Every other language is a catalogue in `locale/`; a word that it
lacks stays English.
"""

from __future__ import annotations

import gettext as gnu
from contextvars import ContextVar
from functools import cache
from pathlib import Path

ENGLISH = "en"
DOMAIN = "itembank"
CATALOGUES = Path(__file__).parent / "locale"

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


def languages() -> tuple[str, ...]:
    """Return the codes of all languages that pages can speak."""
    found = (file.parents[1].name for file in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *sorted(found))


def speak(language: str) -> None:
    """Let `_` translate into `language` from here on, in this thread of work."""
    _current.set(language)


def _(message: str) -> str:
    """Return `message` in the current language."""
    return _catalogue(_current.get()).gettext(message)


def word(message: str) -> str:
    """Mark `message` for translation; it is translated where it is used."""
    return message


@cache
def _catalogue(language: str) -> gnu.NullTranslations:
    return gnu.translation(DOMAIN, CATALOGUES, [language], fallback=True)
