#!/usr/bin/env python3
"""Plain words: finds sentences that a reader in a hurry has to read twice, as far as a machine can see them.

check_words.py ROOT [FILE...]    FILE: relative to ROOT; without any, the files of FILES
Prints `file:line: what is wrong: the sentence`, and exits with 1 if there is anything.
"""

import pathlib
import re
import sys

FILES = ["include/**/*.h", "plugin/**/*.h", "plugin/**/*.cpp", "*.md", "plugin/docs/*.md", "plugin/docs/guides/*.md",
         "plugin/docs/inside/*.md"]
MOST_WORDS = 25
MOST_WORDS_OF_A_CELL = 20
BAD_BEGIN = re.compile(r"[*_\"(]*(What|Of|Or|Those)\b")
BAD_WORDS = re.compile(
    r"\b(bears? (?:a|the|its|no|this|that) names?|asks? the game|no news|met again|(?:is|are|was|were) told of"
    r"|what flies|what stands still|sets? out|comes? by|dear|dearer)\b", re.I)
# A colon or a semicolon ends a sentence only before a capital, a number, code or emphasis: the rest of a list does not.
END = re.compile(r"(?:(?<=[.?!])|(?<=[.?!][)\"*])|(?<=[.?!]\*\*))(?<!e\.g\.)(?<!i\.e\.)\s+|(?<=[:;])\s+(?=[\"(]?[A-Z0-9`*\[~-])")
ITEM = re.compile(r"(?:[-*]|\d+\.) +")


def count_words(text):
    text = re.sub(r"`[^`]*`", "code", text)
    return sum(1 for word in text.split() if re.search(r"[A-Za-z0-9]", word))


class Paragraphs:
    """Collects lines into (line number, text, is it a cell of a table)."""

    def __init__(self):
        self.all = []
        self.end()

    def end(self):
        self.indent = None
        self.is_open = False

    def begin(self, number, text, indent=0, is_cell=False):
        self.all.append([number, text, is_cell])
        self.indent = indent
        self.is_open = True

    def add(self, number, text, indent=0):
        if self.is_open:
            self.all[-1][1] += " " + text
        else:
            self.begin(number, text, indent)


def read_document(lines):
    found = Paragraphs()
    in_code = False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith("```"):
            in_code = not in_code
            found.end()
        elif in_code or not text or text.startswith(("#", "![", "<")):
            found.end()
        elif text.startswith("|"):
            for cell in re.split(r"(?<!\\)\|", text.strip("|")):
                found.begin(number, cell.strip(), is_cell=True)
            found.end()
        else:
            item = ITEM.match(text)
            if item:
                found.begin(number, text[item.end():])
            else:
                found.add(number, text)
    return found.all


def read_comments(lines):
    found = Paragraphs()
    column = None  # of the comment behind code that goes on in the next line
    for number, line in enumerate(lines, 1):
        line = line.expandtabs(4)
        match = re.match(r"((?:[^\"'/]|\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'|/(?!/))*)//[/!]?<? ?(.*)", line)
        if not match:
            found.end()
            continue
        code, text = match.group(1), match.group(2)
        here = len(code)
        is_behind = bool(code.strip())
        if is_behind or (column is not None and here != column):
            found.end()
        if is_behind or here != column:
            column = here if is_behind else None
        indent = len(text) - len(text.lstrip())
        text = text.strip()
        item = ITEM.match(text)
        if not text or re.match(r"(clang-format|NOLINT|SPDX)", text) or re.fullmatch(r".*-{8,}", text):
            found.end()
        elif item:
            found.begin(number, text[item.end():], indent + item.end())
        elif indent >= 2 and not (found.is_open and found.indent and indent >= found.indent):
            cells = re.split(r" {3,}", text)
            for cell in cells:
                found.begin(number, cell)
            found.indent = indent + len(text) - len(cells[-1]) if len(cells) > 1 else indent + 1
        elif found.is_open and found.indent and indent < found.indent and not is_behind:
            found.begin(number, text, indent)
        else:
            found.add(number, text, indent)
    return found.all


def faults_of(text, is_cell):
    if is_cell and count_words(text) > MOST_WORDS_OF_A_CELL:
        yield f"a cell of {count_words(text)} words", text
    for sentence in END.split(text):
        if count_words(sentence) > MOST_WORDS:
            yield f"{count_words(sentence)} words", sentence
        begin = BAD_BEGIN.match(sentence)
        if begin and not sentence.rstrip("*").endswith("?"):
            yield f"begins with {begin.group(1)}", sentence
        for word in BAD_WORDS.findall(re.sub(r"`[^`]*`", "code", sentence)):
            yield f"'{word}'", sentence


def main():
    root = pathlib.Path(sys.argv[1])
    names = sys.argv[2:]
    files = [root / name for name in names] or sorted({file for glob in FILES for file in root.glob(glob)})
    count = 0
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        for number, text, is_cell in (read_document if file.suffix == ".md" else read_comments)(lines):
            text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"\s+", " ", text))
            for fault, sentence in faults_of(text, is_cell):
                print(f"{file.relative_to(root)}:{number}: {fault}: {sentence}")
                count += 1
    if not files:
        sys.exit("No files found")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
