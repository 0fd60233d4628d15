"""Published data: where it comes from, and how it gets here whole."""
