"""Score rankings from outside: the functions below ``paperpool score`` and ``pp.evaluate``.

Each benchmark has a module of its name here (``adapters.find_adapter``).
"""
