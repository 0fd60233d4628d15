"""Two finished runs side by side: what differs, by how much, and whether it may be chance."""
