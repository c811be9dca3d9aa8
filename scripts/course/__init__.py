"""This site's own glue: numbers for its pages, its figures, and the command that draws them."""
