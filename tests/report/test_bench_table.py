"""The benchmarks on the report."""

import pytest

from paperpool.errors import UserError
from paperpool.workflow.report.bench_rows import BenchRow, read_bench

HEAD = "name,ours,other,ratio,seconds,peak_mb,n\n"


def test_rows_are_read_as_they_stand(tmp_path):
    (tmp_path / "bench.csv").write_text(f'{HEAD}"a, MB/s; <b>",88.92,262.1,0.3392,25.25,447.4,7\n')
    row = BenchRow("a, MB/s; <b>", 88.92, 262.1, 0.3392, 25.25, 447.4, 7)
    assert read_bench(tmp_path / "bench.csv") == [row]


@pytest.mark.parametrize("text", ["name\na\n", f"{HEAD}a,1\n", f"{HEAD}a,b,1,1,1,1,1\n"])
def test_another_table_is_refused(tmp_path, text):
    (tmp_path / "bench.csv").write_text(text)
    with pytest.raises(UserError, match="Not a table of benchmarks"):
        read_bench(tmp_path / "bench.csv")


def test_the_page_shows_them_only_where_they_are(results):
    assert 'id="bench"' not in results.page()
    bench = results.folder / "bench.csv"
    bench.write_text(HEAD)
    assert 'id="bench"' not in results.page(bench=bench)
    bench.write_text(f'{HEAD}"stage, MB/s; <b>gzip",1234.5,12.34,0.3392,25.25,447.4,1000\n')
    page = results.page(bench=bench)
    assert "stage, MB/s; &lt;b&gt;gzip" in page
    cells = [f'<td class="n">{text}</td>' for text in ("1,234", "12.34", "0.3392", "1,000")]
    assert all(cell in page for cell in cells)
