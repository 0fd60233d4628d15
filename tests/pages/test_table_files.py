"""The files beside a table are inside the page, with all markup escaped."""

import re
from base64 import b64decode
from urllib.parse import unquote

from paperpool.pages.grid import list_grid
from paperpool.pages.grid_html import write_html

from ..made.page_checker import Checker, is_table_file


def write_table(kind=""):
    columns = [("name", "name"), ("value", "value", str)]
    rows = [{"name": '<script>"x"\'', "value": "1.50"}]
    return write_html(list_grid("Table 3, test & dev", "What it shows.", columns, rows, kind))


def open_file(address: str) -> str:
    head, _, content = address.partition(",")
    return b64decode(content).decode() if head.endswith(";base64") else unquote(content)


def test_each_table_is_a_csv_and_a_latex_file_as_well():
    page = write_table()
    links = [attributes for _, attributes in Checker(page).tags if is_table_file(attributes)]
    assert [link["download"] for link in links] == ["table-3-test-dev.csv", "table-3-test-dev.tex"]
    table, latex = (open_file(link["href"]) for link in links)
    assert table == 'name,value\n"<script>""x""\'",1.50\n'
    assert r"\textless{}script\textgreater{}" in latex and '"x"\' & 1.50' in latex
    assert "<script" not in page and not re.search(r'href="[^"]*[\s<>]', page)


def test_what_is_no_result_gets_no_files():
    assert "download=" not in write_table("bad-rows")
