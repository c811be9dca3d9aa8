"""The index of all questions and each question as a script, from the pages of a MkDocs build."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from itembank.hosts.assets import FOLDER, Asset, digest, versioned
from itembank.hosts.deck import Card, cut_question, fragment_script, index_script
from itembank.hosts.site import Site
from itembank.markup.context import INDEX, KIND_SCRIPTS


def deck_assets(
    site: Site,
    files: Files,
    standing: Callable[[str], str],
    content: Callable[[Page], str],
    assets: Callable[[str], Asset],
) -> Iterator[Asset]:
    """Yield a script for each question that a page shows, and the index of those, last.

    `standing` is where the page of a question of ours stands, `content` the rendered content of a
    page with the answers in it, `assets` names an asset.
    """

    def page_at(src_uri: str) -> Page | None:
        file = files.get_file_from_path(standing(src_uri))
        return file.page if file else None

    cards = []
    for item_id, entry in site.bank.items.items():
        page = page_at(entry.src_uri)
        html = cut_question(content(page), item_id) if page else None
        if page is None or html is None:
            continue  # the author has a page of that address without the question, and was told
        text = fragment_script(item_id, html)
        version = digest(text.encode())[:6]  # the index holds a thousand of them
        cards.append(Card(entry, page.url, version))
        yield Asset(f"items/{item_id}", f"{FOLDER}/items/{item_id}.{version}.js", text=text)
    topics = [topic for topics in site.arrangement.banks.values() for topic in topics]
    pages = {topic.name: page_at(topic.src_uri) for topic in topics}
    urls = {name: page.url for name, page in pages.items() if page}
    kinds = {kind: PurePosixPath(assets(script).uri).name for kind, script in KIND_SCRIPTS.items()}
    text = index_script(cards, site.arrangement, urls, kinds)
    yield Asset(INDEX, versioned(FOLDER, INDEX, digest(text.encode())), text=text)
