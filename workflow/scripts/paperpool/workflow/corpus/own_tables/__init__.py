"""Tables of a user's own papers: CSV, Parquet, JSON lines, RIS and BibTeX."""
