"""Published data: its sources and its complete download."""
