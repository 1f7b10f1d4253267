"""Training nets by self-play: python -m mu.train GAME (docs/algorithms/learning.md)."""
