"""A rendered question, cut out of its page, as a script that a page elsewhere can load."""

from __future__ import annotations

import json
import re

from itembank.markup.context import ITEM_TAG

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def cut_question(html: str, item_id: str) -> str | None:
    """Return the first question `item_id` of a page's content, None if the page has none.

    The HTML is as the page shows it, answers included; comments, which the page's marks for
    spoilers are, are left out.
    """
    found = re.search(
        rf'<{ITEM_TAG}\b[^>]*\bdata-item="{re.escape(item_id)}".*?</{ITEM_TAG}>', html, re.DOTALL
    )
    if found is None:
        return None
    return _COMMENT.sub("", found[0])


def fragment_script(item_id: str, html: str) -> str:
    """Return the script that leaves the HTML of one question in `itembankItems`."""
    # Escaped, so that no parser of scripts ever meets a tag in it.
    text = json.dumps(html, ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\!--")
    return f"(globalThis.itembankItems??={{}})[{json.dumps(item_id)}]={text};\n"
