"""Question banks in YAML, graded in the browser, on any MkDocs site.

The core (`model`, `load`, `lint`, `grade`, `values`, `markup`) turns a question file into
Markdown text; the adapters in `hosts` hand that text to a site generator.
"""

__version__ = "0.1.0"
