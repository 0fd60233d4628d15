"""Other people's test collections: a module for each format that is read."""
