"""The record beside a model's files: what they must be."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath

import msgspec

from memboard.engine.embed.catalog import ModelCard

MANIFEST = "memboard-model.json"


class FileRecord(msgspec.Struct, frozen=True):
    """One file as it was when its content was checked."""

    name: str
    """Path inside the model's folder, with forward slashes."""
    size: int
    """Bytes."""
    sha256: str
    mtime_ns: int
    """While size and time stand, the content is taken to stand as well."""


class Manifest(msgspec.Struct, frozen=True):
    """What a model's folder holds, and where that came from."""

    card: ModelCard
    files: tuple[FileRecord, ...]
    source: str
    """The endpoint and repository, or the package."""
    revision: str
    """The repository's commit, or the package's version."""


def folder_of(card: ModelCard, models_dir: Path) -> Path:
    """Where the model's files lie, whether or not they are there."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "--", card.id.removeprefix("fastembed:"))
    return models_dir / name.lstrip(".")


def read_manifest(folder: Path) -> Manifest | None:
    """The folder's record, or None where there is none that can be read and used."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return manifest if all(is_inside(file.name) for file in manifest.files) else None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the record in one step: a reader sees the old one or the new one."""
    pending = folder / f"{MANIFEST}.{os.getpid()}"
    with pending.open("wb") as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
    pending.replace(folder / MANIFEST)


def record(folder: Path, name: str) -> FileRecord:
    """Describe a file whose content was just checked."""
    path = folder / name
    stat = path.stat()
    return FileRecord(name, stat.st_size, sha256_of(path), stat.st_mtime_ns)


def damaged_files(folder: Path, manifest: Manifest, *, thorough: bool) -> dict[str, str]:
    """The files that differ from their record, each with what is wrong."""
    faults: dict[str, str] = {}
    for file in manifest.files:
        path = folder / file.name
        try:
            stat = path.stat()
            if stat.st_size != file.size:
                faults[file.name] = f"holds {stat.st_size:,} of {file.size:,} bytes"
            elif (thorough or stat.st_mtime_ns != file.mtime_ns) and (
                sha256_of(path) != file.sha256
            ):
                faults[file.name] = "has other content than was fetched"
        except OSError as error:
            faults[file.name] = f"cannot be read ({error.strerror})"
    return faults


def sha256_of(path: Path) -> str:
    """The file's digest in hexadecimal."""
    import hashlib  # 3 ms with OpenSSL, and only where a file is read through

    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def is_inside(name: str) -> bool:
    """Whether a file name stays inside the folder it is joined to, on every system."""
    parts = PurePosixPath(name).parts
    return (
        bool(parts)
        and not name.startswith("/")
        and not {"..", "."} & set(parts)
        and ("\\" not in name and ":" not in name and "\0" not in name)
    )
