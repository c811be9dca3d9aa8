"""The site's figures: one module a figure, each drawn only from the cost model and cited data.

`registry` lists them, `style` and `canvas` give them one look, `manifest` writes them, and
`checks` says what is wrong with a drawing.  Importing this package does not import matplotlib.
"""
