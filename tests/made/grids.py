"""Access to a table's cells."""

from paperpool.pages.section import list_tables


def group_rows(table):
    """Return the cells of each row by its name, by the title that it stands below."""
    found, title = {}, ""
    for name, *cells in table.rows:
        if cells:
            found.setdefault(title, {})[name.text] = cells
        else:
            title = name.text
            found[title] = {}
    return found


def list_texts(cells):
    return [cell.text for cell in cells]


def list_rows(table):
    """Return the texts of a table's rows, those that are titles too."""
    return [list_texts(row) for row in table.rows]


def list_grids(sections):
    """Return the tables of sections by their labels, those in folds too."""
    grids = [grid for section in sections for grid in list_tables(section.parts)]
    return {grid.label: grid for grid in grids}
