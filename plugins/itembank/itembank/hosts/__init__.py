"""Thin adapters: MkDocs plugin, Markdown extension, command line."""
