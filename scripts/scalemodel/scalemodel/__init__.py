"""A cost model of distributed transformer training.

SI units throughout the core: seconds, bytes, bytes/s, FLOP, FLOP/s. A bandwidth is always one
direction. Start reading at `step.py`: it follows one optimizer step from top to bottom.
"""

__version__ = "0.1.0"
