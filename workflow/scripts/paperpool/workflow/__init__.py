"""The workflow: what builds collections from papers, runs rankers, and writes the report.

It stands on the library, which is the package's other folders, and the rules call it.
"""
