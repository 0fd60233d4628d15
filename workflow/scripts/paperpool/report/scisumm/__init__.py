"""The section on cited text, and the page to browse it."""
