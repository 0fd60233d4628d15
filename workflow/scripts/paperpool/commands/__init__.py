"""The commands of the installed package, a module for each: `paperpool COMMAND`.

A command's module has ``ABOUT``, a sentence; ``add_arguments(parser)``; and ``execute(arguments,
rest)``, returning the exit status. ``rest`` has the arguments that are not its own, for another
program: only a module with ``TAKES_REST = True`` gets any.
"""
