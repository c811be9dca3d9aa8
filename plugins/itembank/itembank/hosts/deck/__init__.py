"""What exams and reviews draw from: an index of all questions, and each question by itself.

Both are scripts, because pages from `file://` cannot fetch anything else.
"""

from itembank.hosts.deck.fragments import cut_question, fragment_script
from itembank.hosts.deck.index import Card, index_script

__all__ = ["Card", "cut_question", "fragment_script", "index_script"]
