"""Compare what is pinned with the known vulnerabilities, and write the bill of materials.

`make audit` runs it, with tools that have an environment of their own below .venv. It writes to
results/audit/: bom.cdx.json (CycloneDX, of what is installed) and, where advisory data can be had,
advisories.json. It ends with 0 where nothing is known against any package, 1 where something is,
and 3 where some or all packages could not be compared.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / ".venv/audit/bin"
OUT = ROOT / "results/audit"
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-torch.txt")

VULNERABLE = "urllib3==1.24.1"
"""A release with known vulnerabilities. An index without advisory data finds nothing against it."""

FOUND, NOT_COMPARED = 1, 3
"""What the program ends with where something is known, and where that is not known."""


def main() -> int:
    """Write both files; print what is known, and return what to end with."""
    OUT.mkdir(parents=True, exist_ok=True)
    n_components = write_bill(OUT / "bom.cdx.json")
    print(f"{OUT / 'bom.cdx.json'}: {n_components} components of {ROOT / '.venv'}")
    if why := find_why_absent():
        print("Advisory data cannot be had here, so no package was compared with it.")
        print(f"  Why: {why}")
        print("  Hint: Run make audit where pypi.org itself can be reached.")
        return NOT_COMPARED
    reported = ask_advisories(*(str(ROOT / name) for name in LOCKS))
    (OUT / "advisories.json").write_text(json.dumps(reported, indent=1) + "\n")
    packages = reported["dependencies"]
    vulnerable = [package for package in packages if package.get("vulns")]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    for package in vulnerable:
        print(f"{package['name']} {package['version']}: {describe(package['vulns'])}")
    if skipped:
        print(f"Not compared, as the index does not know them: {', '.join(skipped)}")
    print(f"{len(packages) - len(skipped)} packages compared, {len(vulnerable)} with advisories")
    return FOUND if vulnerable else NOT_COMPARED if skipped else 0


def write_bill(path: Path) -> int:
    """Write the bill of materials of .venv to ``path``; return how many components it has."""
    command = [str(TOOLS / "cyclonedx-py"), "environment", "--output-reproducible"]
    command += ["--pyproject", str(ROOT / "pyproject.toml"), "--of", "JSON", "-o", str(path)]
    subprocess.run([*command, str(ROOT / ".venv/bin/python")], check=True)
    return len(json.loads(path.read_text(encoding="utf-8"))["components"])


def find_why_absent() -> str | None:
    """Return why advisory data cannot be had, None where it can: something known is found."""
    listed = OUT / "vulnerable.txt"
    listed.write_text(f"{VULNERABLE}\n")
    try:
        [package] = ask_advisories(str(listed))["dependencies"]
    except NoAnswer as error:
        return str(error)
    finally:
        listed.unlink()
    if package.get("vulns"):
        return None
    return package.get("skip_reason", f"Nothing is told of {VULNERABLE}, which is vulnerable.")


class NoAnswer(Exception):
    """pip-audit did not come to a result; the text is the last that it said."""


def ask_advisories(*files: str) -> dict[str, Any]:
    """Return what pip-audit reports of files of requirements; raises NoAnswer."""
    command = [str(TOOLS / "pip-audit"), "--no-deps", "--disable-pip", "--progress-spinner", "off"]
    command += ["--format", "json", *(part for file in files for part in ("-r", file))]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise NoAnswer((done.stderr.strip().splitlines() or ["no word"])[-1]) from None


def describe(advisories: list[dict[str, Any]]) -> str:
    """Return the names of advisories, each with the versions that mend it."""
    return "; ".join(
        f"{one['id']} (mended in {', '.join(one['fix_versions']) or 'no version'})"
        for one in advisories
    )


if __name__ == "__main__":
    sys.exit(main())
