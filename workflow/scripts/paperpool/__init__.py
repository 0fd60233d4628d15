"""paperpool: build and evaluate test collections of scientific-paper retrieval.

The modules here take paths, tables and plain values; the rules in ``workflow/rules``
wire them together and the scripts in ``workflow/scripts`` connect the two.
"""

__version__ = "0.1.0"
