"""Extras: what a user can leave out by removing its folder.

Nothing else imports an extra. Each is found by its folder here (``plugins``), and may have

- ``plan.py``: the plan of its rules, ``run.<name>``, which stand in ``workflow/rules/extras``;
- ``section.py``: its section of the report;
- ``command.py``: its command, ``paperpool <name>``.
"""
