"""The marks of OpenAlex's works: what is odd of them, by which filters may leave them out."""

CUT = "cut_abstract"
GAPS = "positions_missing"
REPEATED = "positions_repeated"
DISORDERED = "positions_out_of_order"
BROKEN = "broken_abstract"

INDEX_MARKS = (CUT, GAPS, REPEATED, DISORDERED, BROKEN)
"""The oddities of an index: its end is cut, other positions are missing or stand twice, a word's
positions do not ascend, or it is no index.
"""

RETRACTED = "retracted"
PARATEXT = "paratext"
EXPANSION = "expansion"
WITHOUT_FIELD = "no_field"

DELETED = "deleted"
"""The mark of a work that OpenAlex has deleted, missing from its row."""

MARKS = (RETRACTED, PARATEXT, EXPANSION, WITHOUT_FIELD, *INDEX_MARKS, DELETED)
"""The marks of a work, in the order of summaries."""
