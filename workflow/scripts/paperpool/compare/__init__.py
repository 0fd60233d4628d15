"""Two finished runs side by side: the differences, their size, and whether they may be chance."""
