"""The search page: a Flask application over a search engine, for one person on one machine."""
