"""Build the wheel `cvrender-tex`: pdfTeX, and of LaTeX what cvrender's looks need, from Debian's packages.

    python build.py [--architecture amd64|arm64] [--work FOLDER] [--out FOLDER]

Run it in Debian, or in an image of it, with `patchelf`; for another architecture than that of the machine also with
`qemu-user-static`. It downloads the packages with apt, which verifies their signatures, and needs no rights of root. The same
versions of Debian's packages give the same bytes: each file has the time of SOURCE_DATE_EPOCH, or of the youngest package.

contents.txt says which files are taken, texmf.cnf where pdfTeX finds them. The wheel has the licences of each Debian package
that it has files of, and an SBOM (SPDX 2.3) in its folder `.dist-info/sboms`, as PEP 770 says.
"""

import argparse
import base64
import csv
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
NAME, FOLDER = "cvrender_tex", "cvrender_tex"
PROGRAM = "texlive-binaries"
DATA = (
    "texlive-base texlive-latex-base texlive-latex-recommended texlive-latex-extra texlive-pictures texlive-fonts-recommended "
    "texlive-fonts-extra lmodern"
).split()
LIBRARIES = "libkpathsea6 libpng16-16 zlib1g libstdc++6 libgcc-s1".split()
"""What pdfTeX is linked with, apart from the C library."""
C_LIBRARY = "libc6"
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
PLATFORMS = {"amd64": "x86_64-linux", "arm64": "aarch64-linux"}
"""Folders of programs, as TeX Live names them."""
MAPS = ("lm.map", "charter.map", "SourceSansPro.map", "fontawesome5.map")
FOR_THE_FORMAT = (
    *("latex.ltx", "*-code.tex", "fonttext.ltx", "fontmath.ltx", "hyphen.tex", "pdflatex.ini", "unicode-data/*"),
    *("latexrelease.sty", "doc-20*.sty", "docstrip.tex", "ltluatex.*", "ltnews.cls", "ltxdoc.*", "ltxguide.cls", "bk1?.clo"),
)
"""Files that pdfTeX reads only when it makes the format, and those of manuals."""
TREES = ("usr/share/texlive/texmf-dist", "usr/share/texmf")
HYPHENATION = "english hyphen.tex\n=USenglish\n=usenglish\n=american\nnohyphenation zerohyph.tex\n"


def run(*command: str | Path, **options: object) -> str:
    """Run a command; return what it prints."""
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


class Debian:
    """The packages of an architecture, downloaded and unpacked below a folder."""

    def __init__(self, architecture: str, work: Path) -> None:
        self.architecture, self.work = architecture, work
        self.versions: dict[str, str] = {}
        for folder in ("state/lists/partial", "cache/archives/partial", "debs", "unpacked"):
            (work / folder).mkdir(parents=True, exist_ok=True)
        (work / "state/status").touch()
        self._options = [
            option
            for value in (
                f"APT::Architecture={architecture}",
                f"APT::Architectures={architecture}",
                f"Dir::State={work}/state",
                f"Dir::State::status={work}/state/status",
                f"Dir::Cache={work}/cache",
                "APT::Sandbox::User=root",
            )
            for option in ("-o", value)
        ]
        run("apt-get", *self._options, "update")

    def unpacked(self, name: str) -> Path:
        """Return the folder of a package."""
        folder = self.work / "unpacked" / name
        if not folder.is_dir():
            run("apt-get", *self._options, "download", name, cwd=self.work / "debs")
            archive = next((self.work / "debs").glob(f"{name}_*.deb"))
            run("dpkg-deb", "--extract", archive, folder)
        archive = next((self.work / "debs").glob(f"{name}_*.deb"))
        self.versions[name] = run("dpkg-deb", "--field", archive, "Version").strip()
        return folder


def patterns() -> Iterator[str]:
    """Yield the patterns of contents.txt, with their braces expanded."""
    for line in (HERE / "contents.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield from expanded(line)


def expanded(pattern: str) -> Iterator[str]:
    """Yield a pattern with each combination of the alternatives in its braces."""
    if found := re.search(r"\{([^{}]*)\}", pattern):
        for word in found[1].split(","):
            yield from expanded(pattern[: found.start()] + word + pattern[found.end() :])
    else:
        yield pattern


def copy_texmf(debian: Debian, target: Path) -> dict[str, str]:
    """Copy the files that contents.txt names; return the package of each. Every pattern must find some."""
    origin, unused = {}, set(patterns())
    for name in DATA:
        for tree in (debian.unpacked(name) / part for part in TREES):
            for pattern in patterns():
                for path in sorted(tree.glob(pattern)):
                    relative = str(path.relative_to(tree))
                    if path.is_file() and relative not in origin:
                        unused.discard(pattern)
                        (target / relative).parent.mkdir(parents=True, exist_ok=True)
                        shutil.copyfile(path, target / relative)
                        origin[relative] = name
    if missing := sorted(pattern for pattern in unused if "{" not in pattern and not is_optional(pattern)):
        sys.exit(f"no package has {', '.join(missing)}")
    return origin


def is_optional(pattern: str) -> bool:
    """Return whether a pattern may find nothing: one of several alternatives, some of which a family lacks."""
    return "SourceSans" in pattern or "fontawesome5" in pattern


def write_maps(debian: Debian, target: Path) -> None:
    """Write the map of the fonts that are there."""
    trees = [debian.unpacked(name) / tree for name in DATA for tree in TREES]
    found = {path.name: path for tree in trees for path in tree.glob("fonts/map/**/*.map")}
    here = {path.name for path in (target / "fonts/tfm").rglob("*.tfm")}
    lines = [
        line for name in MAPS for line in found[name].read_text("latin-1").splitlines() if line.strip() and line[0] not in "%#*"
    ]
    kept = [line for line in lines if f"{line.split()[0]}.tfm" in here]
    path = target / "fonts/map/pdftex/pdftex.map"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(kept) + "\n", "latin-1")


def write_index(target: Path) -> None:
    """Write `ls-R`, by which kpathsea finds files."""
    lines = ["% ls-R -- filename database for kpathsea; do not change this line."]
    for folder in sorted([target, *(path for path in target.rglob("*") if path.is_dir())]):
        name = folder.relative_to(target).as_posix()
        names = sorted([*(path.name for path in folder.iterdir()), *(["ls-R"] if folder == target else [])])
        lines += ["", f"./{name}:" if name != "." else "./:", *names]
    (target / "ls-R").write_text("\n".join(lines) + "\n", "utf-8")


def copy_programs(debian: Debian, root: Path) -> None:
    """Copy pdfTeX and the libraries that it is linked with, and let it look for them next to itself."""
    binaries = root / "bin" / PLATFORMS[debian.architecture]
    libraries = root / "lib" / PLATFORMS[debian.architecture]
    for folder in (binaries, libraries):
        folder.mkdir(parents=True)
    shutil.copyfile(debian.unpacked(PROGRAM) / "usr/bin/pdftex", binaries / "pdflatex")
    (binaries / "pdflatex").chmod(0o755)
    needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "--dynamic", binaries / "pdflatex"))
    found = {path.name: path for name in LIBRARIES for path in debian.unpacked(name).rglob("*.so*")}
    for name in sorted(set(needed) & set(found)):
        shutil.copyfile(found[name].resolve(), libraries / name)
        run("patchelf", "--set-rpath", "$ORIGIN", libraries / name)
    look_here(libraries / "libkpathsea.so.6")
    run("patchelf", "--set-rpath", f"$ORIGIN/../../lib/{PLATFORMS[debian.architecture]}", binaries / "pdflatex")


def look_here(library: Path) -> None:
    """Let kpathsea look for texmf.cnf in the tree of the package: Debian's has the system's folders as a constant."""
    content = library.read_bytes()
    old = re.search(rb"\{/etc/texmf/web2c,[^\0]*\}", content)
    new = b"$SELFAUTOPARENT/texmf-dist/web2c"
    if not old or len(old[0]) < len(new):
        sys.exit(f"{library.name} does not have the folders of texmf.cnf where they were")
    library.write_bytes(content.replace(old[0], new.ljust(len(old[0]), b"\0")))


def make_format(debian: Debian, root: Path) -> None:
    """Let pdfTeX read LaTeX and write it as a format."""
    program = root / "bin" / PLATFORMS[debian.architecture] / "pdflatex"
    native = run("dpkg", "--print-architecture").strip() == debian.architecture
    emulator = [] if native else [f"qemu-{MACHINES[debian.architecture]}-static", "-L", str(debian.unpacked(C_LIBRARY))]
    web2c = root / "texmf-dist/web2c"
    environment = {"PATH": os.defpath, "SOURCE_DATE_EPOCH": str(epoch(debian)), "FORCE_SOURCE_DATE": "1", "TZ": "UTC"}
    command = [
        *emulator,
        program,
        "-ini",
        "-etex",
        "-jobname=pdflatex",
        "-progname=pdflatex",
        "-interaction=batchmode",
        "pdflatex.ini",
    ]
    done = subprocess.run([str(word) for word in command], cwd=web2c, env=environment, capture_output=True, text=True)
    if done.returncode or not (web2c / "pdflatex.fmt").is_file():
        log = web2c / "pdflatex.log"
        sys.exit(f"LaTeX cannot be read: {done.stdout}{done.stderr}{log.read_text('latin-1')[-3000:] if log.is_file() else ''}")
    for name in ("pdflatex.log", "texsys.aux"):
        (web2c / name).unlink(missing_ok=True)
    for name in FOR_THE_FORMAT:
        for path in list((root / "texmf-dist/tex").glob(f"**/{name}")):
            path.unlink()


def epoch(debian: Debian) -> int:
    """Return the time of every file of the wheel: SOURCE_DATE_EPOCH, or the youngest file of the packages."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    return max(int(path.stat().st_mtime) for path in (debian.work / "unpacked").glob("*/usr/share/doc/*/copyright"))


def tag_of(debian: Debian, root: Path) -> str:
    """Return the tag of the wheel's platform: the newest C library that one of its files asks for (PEP 600)."""
    versions = set()
    for path in [*(root / "bin").rglob("pdflatex"), *(root / "lib").rglob("*.so*")]:
        versions |= {
            tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", run("readelf", "--version-info", path))
        }
    major, minor = max(versions)
    return f"py3-none-manylinux_{major}_{minor}_{MACHINES[debian.architecture]}"


def licences(debian: Debian, names: set[str]) -> dict[str, bytes]:
    """Return the copyright file of each package that the wheel has files of."""
    return {f"licenses/{name}.copyright": copyright_of(debian, name) for name in sorted(names)}


def copyright_of(debian: Debian, name: str) -> bytes:
    """Return the copyright file of a package; one without a file links to the folder of another package."""
    folder = debian.unpacked(name) / "usr/share/doc" / name
    if folder.is_symlink():
        return copyright_of(debian, folder.readlink().name)
    return (folder / "copyright").read_bytes()


def sbom(debian: Debian, version: str, names: set[str]) -> bytes:
    """Return the SBOM: the wheel, and the Debian packages that it has files of."""
    packages = [
        {
            "SPDXID": f"SPDXRef-{name}",
            "name": name,
            "versionInfo": debian.versions[name],
            "downloadLocation": "NOASSERTION",
            "licenseConcluded": "NOASSERTION",
            "licenseDeclared": "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "externalRefs": [
                {
                    "referenceCategory": "PACKAGE-MANAGER",
                    "referenceType": "purl",
                    "referenceLocator": f"pkg:deb/debian/{name}@{debian.versions[name]}?arch={debian.architecture}",
                }
            ],
        }
        for name in sorted(names)
    ]
    whole = {**packages[0], "SPDXID": "SPDXRef-cvrender-tex", "name": "cvrender-tex", "versionInfo": version}
    whole["externalRefs"] = [
        {
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": f"pkg:pypi/cvrender-tex@{version}",
        }
    ]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-cvrender-tex")]
    relations += [("SPDXRef-cvrender-tex", "CONTAINS", f"SPDXRef-{name}") for name in sorted(names)]
    made = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"cvrender-tex-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/cvrender-tex-{version}-{debian.architecture}",
        "creationInfo": {"created": stamp(epoch(debian)), "creators": ["Tool: packages/cvrender-tex/build.py"]},
        "packages": [whole, *packages],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations
        ],
    }
    return json.dumps(made, indent=1).encode()


def stamp(seconds: int) -> str:
    """Return a time as ISO 8601 has it, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def write_wheel(debian: Debian, root: Path, out: Path, names: set[str]) -> Path:
    """Write the wheel; return its path."""
    version, tag = (HERE / "VERSION").read_text("utf-8").strip(), tag_of(debian, root)
    info = f"{NAME}-{version}.dist-info"
    files = {f"{FOLDER}/{path.relative_to(root).as_posix()}": path.read_bytes() for path in root.rglob("*") if path.is_file()}
    files[f"{FOLDER}/__init__.py"] = b'"""pdfTeX and the parts of LaTeX that cvrender needs, below this folder."""\n'
    metadata = (
        f"Metadata-Version: 2.4\nName: cvrender-tex\nVersion: {version}\n"
        "Summary: pdfTeX and the parts of LaTeX that cvrender needs\n"
        "Requires-Python: >=3.11\nDescription-Content-Type: text/markdown\n"
    )
    info_files = licences(debian, names) | {"sboms/cvrender-tex.spdx.json": sbom(debian, version, names)}
    metadata += "".join(
        f"License-File: {name.removeprefix('licenses/')}\n" for name in info_files if name.startswith("licenses/")
    )
    files |= {f"{info}/{name}": content for name, content in info_files.items()}
    files[f"{info}/METADATA"] = f"{metadata}\n{(HERE / 'README.md').read_text('utf-8')}".encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: build.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    path = out / f"{NAME}-{version}-{tag}.whl"
    moment = tuple(map(int, re.findall(r"\d+", stamp(epoch(debian)))))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, moment)
            entry.external_attr = (0o100755 if name.endswith("/pdflatex") else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, files[name], compresslevel=9)
    return path


def record(files: dict[str, bytes], own: str) -> bytes:
    """Return the list of the files with their checksums."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for name, content in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        writer.writerow([name, f"sha256={digest}", len(content)])
    writer.writerow([own, "", ""])
    return stream.getvalue().encode()


def main() -> None:
    """Build the wheel, and print its size."""
    parser = argparse.ArgumentParser(description="Build the wheel cvrender-tex from Debian's packages.")
    parser.add_argument("--architecture", choices=MACHINES, default="amd64")
    parser.add_argument("--work", type=Path, default=Path("build/cvrender-tex"), help="a folder for what is downloaded")
    parser.add_argument("--out", type=Path, default=Path("dist"))
    given = parser.parse_args()
    debian = Debian(given.architecture, (given.work / given.architecture).absolute())
    root = debian.work / "root"
    shutil.rmtree(root, ignore_errors=True)
    target = root / "texmf-dist"
    origin = copy_texmf(debian, target)
    write_maps(debian, target)
    (target / "web2c").mkdir()
    shutil.copyfile(HERE / "texmf.cnf", target / "web2c/texmf.cnf")
    (target / "tex/generic/config").mkdir(exist_ok=True)
    (target / "tex/generic/config/language.dat").write_text(HYPHENATION, "utf-8")
    copy_programs(debian, root)
    write_index(target)
    make_format(debian, root)
    write_index(target)
    names = {*origin.values(), PROGRAM, *LIBRARIES}
    given.out.mkdir(exist_ok=True)
    path = write_wheel(debian, root, given.out, names)
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file())
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB to download, {size / 1e6:.1f} MB on disk")


if __name__ == "__main__":
    main()
