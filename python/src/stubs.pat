# What the stub generator cannot know.
_mu_core.__prefix__:
    from typing import TypeVar
    import collections.abc
    T = TypeVar("T")
