"""Writes search_index.js: an entry for each heading of each page, each row of the glossary and each name in the
reference. It is a script file, because a page that was opened from disk cannot load JSON."""

import html.parser
import json
import os
import posixpath
import re
import xml.etree.ElementTree

GLOSSARY = "plugin/docs/glossary.md"
MOST_LETTERS_OF_A_DESCRIPTION = 200

sections, words = [], []


class Reader(html.parser.HTMLParser):
    """Reads the content of a page: its headings with their text, its first paragraph and the rows of its tables."""

    def __init__(self):
        super().__init__()
        self.sections = []  # [heading, anchor, pieces of text]
        self.paragraph = []
        self.rows = []  # lists of [text, link]
        self.heading = self.cell = None
        self.skipped = 0
        self.in_first_paragraph = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and "headerlink" in (attributes.get("class") or ""):
            self.skipped = 1
        elif re.fullmatch("h[1-6]", tag):
            self.heading = ["", attributes.get("id", ""), []]
        elif tag == "p" and not "".join(self.paragraph).strip():
            self.in_first_paragraph = True
        elif tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.cell = ["", ""]
        elif tag == "a" and self.cell:
            self.cell[1] = attributes.get("href", "")

    def handle_endtag(self, tag):
        if tag == "a":
            self.skipped = 0
        elif re.fullmatch("h[1-6]", tag):
            self.sections.append(self.heading)
            self.heading = None
        elif tag == "p":
            self.in_first_paragraph = False
        elif tag == "td":
            self.rows[-1].append(self.cell)
            self.cell = None
        if tag in ("p", "li", "td", "th", "pre", "tr"):
            self.handle_data(" ")

    def handle_data(self, data):
        if self.skipped:
            return
        if self.heading:
            self.heading[0] += data
            return
        if self.cell:
            self.cell[0] += data
        if self.in_first_paragraph:
            self.paragraph.append(data)
        if not self.sections:
            self.sections.append(["", "", []])
        self.sections[-1][2].append(data)


def plain(text):
    return re.sub(r"\s+", " ", text).strip()


def described(text):
    text = plain(text)
    if len(text) > MOST_LETTERS_OF_A_DESCRIPTION:
        text = text[:MOST_LETTERS_OF_A_DESCRIPTION].rsplit(" ", 1)[0] + " ..."
    return text


def on_config(config):
    # The theme names the picture only if it is there.
    config["extra"]["has_social_card"] = os.path.exists(os.path.join(config["docs_dir"], "social_card.png"))
    return config


def on_pre_build(config):
    sections.clear()
    words.clear()


def on_page_content(html, page, config, files):
    reader = Reader()
    reader.feed(html)
    if not page.meta.get("description"):
        page.meta["description"] = described("".join(reader.paragraph)) or config["site_description"]
    # The home page only repeats the others.
    for heading, anchor, pieces in reader.sections if page.file.src_path != "home.md" else []:
        # The first heading leads to the top of its page.
        url = page.url + ("#" + anchor if anchor and sections and sections[-1]["page"] == page.title else "")
        text = "" if page.file.src_path == GLOSSARY else plain("".join(pieces))
        if heading or text:
            sections.append({"page": page.title, "heading": plain(heading), "url": url, "text": text})
    if page.file.src_path == GLOSSARY:
        for row in reader.rows:
            if row:
                url = posixpath.normpath(posixpath.join(posixpath.dirname(page.url), row[3][1]))
                word, call, text = (plain(cell[0]) for cell in row[:3])
                words.append({"words": word, "call": call, "text": text, "url": url})


def names_in_reference(root):
    """The classes and functions, by the list that Doxygen writes for other documents."""
    path = os.path.join(root, "build/site_reference/tags")
    if not os.path.exists(path):
        return []
    found = {}
    for compound in xml.etree.ElementTree.parse(path).getroot().iter("compound"):
        name, kind = compound.findtext("name"), compound.get("kind")
        if kind in ("class", "struct"):
            found.setdefault(name, "reference/" + compound.findtext("filename"))
        for member in compound.iter("member"):
            if member.get("kind") in ("function", "enumeration") and kind not in ("page", "dir"):
                scope = "" if kind in ("file", "group") else name + "::"
                url = f"reference/{member.findtext('anchorfile')}#{member.findtext('anchor')}"
                found.setdefault(scope + member.findtext("name"), url)
    return [{"name": name.removeprefix("ricochet::"), "url": url} for name, url in sorted(found.items())
            if not re.search(r"operator|~", name)]


def on_post_build(config):
    root = os.path.normpath(os.path.join(os.path.dirname(config["config_file_path"]), "../../.."))
    index = {"words": words, "sections": sections, "names": names_in_reference(root)}
    if not words:
        raise SystemExit("The search has no row of the glossary")
    with open(os.path.join(config["site_dir"], "search_index.js"), "w", encoding="utf-8") as out:
        out.write("window.searchIndex = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n")
