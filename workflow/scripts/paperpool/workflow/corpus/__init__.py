"""Read, check and filter paper metadata into one corpus."""
