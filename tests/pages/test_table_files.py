"""The files beside a table are inside the page, and nothing in them is markup."""

import re
from base64 import b64decode
from urllib.parse import unquote

from paperpool.pages.table_files import with_table_files

from ..made.page_checker import Checker, is_table_file

TABLE = """<div class="scroll" tabindex="0" role="region" aria-label="Table 3, test &amp; dev">
<table{kind}>
<caption><span>What it shows.</span></caption>
<thead><tr><th scope="col">name</th><th scope="col" class="n">value</th></tr></thead>
<tbody><tr><th scope="row">&lt;script&gt;"x"&#39;</th><td class="n">1.50</td></tr></tbody>
</table>
</div>"""


def open_file(address: str) -> str:
    head, _, content = address.partition(",")
    return b64decode(content).decode() if head.endswith(";base64") else unquote(content)


def test_each_table_is_a_csv_and_a_latex_file_as_well():
    page = with_table_files(TABLE.format(kind=""))
    links = [attributes for _, attributes in Checker(page).tags if is_table_file(attributes)]
    assert [link["download"] for link in links] == [
        "table-3-test-amp-dev.csv",
        "table-3-test-amp-dev.tex",
    ]
    table, latex = (open_file(link["href"]) for link in links)
    assert table == 'name,value\n"<script>""x""\'",1.50\n'
    assert r"<script>\"x\"' & 1.50 \\".replace(r"\"", '"') in latex
    assert "<script" not in page and not re.search(r'href="[^"]*[\s<>]', page)


def test_what_is_no_result_gets_no_files():
    bad = TABLE.format(kind=' class="bad-rows"')
    assert with_table_files(bad) == bad
    plain = "<table><tr><td>1</td></tr></table>"
    assert with_table_files(plain) == plain
