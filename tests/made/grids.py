"""What tests ask of a table."""


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
