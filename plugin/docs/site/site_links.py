"""Turns the documents' links to sources into links to pages with numbered lines, and puts the playground into the home
page. Pages lie in the site as the documents do in the tree."""

import html
import os
import re
import shutil

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
CODE = re.compile(r"^```.*?^```$", re.S | re.M)


def root_of(config):
    return os.path.normpath(os.path.join(os.path.dirname(config["config_file_path"]), "../../.."))


def reference_page(root, path):
    """The page of a public header in the reference, as Doxygen names it, if it is there."""
    name = os.path.basename(path).replace("_", "__").replace(".", "_8") + ".html"
    page = os.path.join("reference", name)
    return page if os.path.exists(os.path.join(root, "build/site_reference", page)) else None


SOURCE_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name} - ricochet</title>
<link href="{up}search.css" rel="stylesheet">
<link href="{up}reference/reference.css" rel="stylesheet">
</head>
<body>
<header class="md-header__inner bar">
<a class="bar__home" href="{up}index.html">ricochet</a>
<span class="md-header__title bar__title"></span>
</header>
<script src="{up}search_index.js"></script>
<script src="{up}search.js"></script>
<div class="contents">
<h1 class="title">{name}</h1>
{content}
</div>
</body>
</html>
"""


def source_page(root, path, site):
    """A source with numbers before its lines, or the list of what is in a folder, in the look of the reference."""
    page = os.path.join("source", path + ".html")
    target = os.path.join(site, page)
    if os.path.exists(target):
        return page
    os.makedirs(os.path.dirname(target), exist_ok=True)
    full = os.path.join(root, path)
    if os.path.isdir(full):
        items = []
        for name in sorted(os.listdir(full)):
            item = html.escape(name)
            if os.path.isfile(os.path.join(full, name)):
                link = os.path.basename(path) + "/" + os.path.basename(source_page(root, f"{path}/{name}", site))
                item = f'<a href="{html.escape(link)}">{item}</a>'
            items.append(f"<li>{item}</li>")
        content = "<ul>\n" + "\n".join(items) + "\n</ul>"
    else:
        with open(full, encoding="utf-8", errors="replace") as source:
            lines = html.escape(source.read(), quote=False).splitlines()
        content = '<pre class="source">' + "\n".join(
            f'<i id="l{number}">{number:4}</i> {line}' for number, line in enumerate(lines, 1)) + "</pre>"
    with open(target, "w", encoding="utf-8") as out:
        up = "../" * (path.count("/") + 1)
        out.write(SOURCE_PAGE.format(name=html.escape(path), up=up, content=content))
    return page


def move(file, name, page):
    file.name, file.dest_uri, file.url = name, page, page
    file.abs_dest_path = os.path.join(os.path.dirname(file.abs_dest_path), page)


def on_files(files, config):
    """The site begins at home.md; mkdocs would take README.md."""
    move(files.get_file_from_path("README.md"), "README", "README.html")
    move(files.get_file_from_path("home.md"), "index", "index.html")
    return files


def on_page_markdown(markdown, page, config, files):
    root = root_of(config)
    folder = os.path.dirname(page.file.src_path)

    def mend(match):
        link, anchor = match.group(1), match.group(2) or ""
        if "://" in link or link.startswith("reference/") or link == "playground.html":
            return match.group(0)
        path = os.path.normpath(os.path.join(folder, link))
        if files.get_file_from_path(path) is not None:
            return match.group(0)
        if not os.path.exists(os.path.join(root, path)):
            raise SystemExit(f"{page.file.src_path}: {link} leads nowhere")
        target = None
        if path.startswith("include/"):
            target = reference_page(root, path)
        if target is None:
            target = source_page(root, path, config["site_dir"])
        return "](" + os.path.relpath(target, folder or ".") + ")"

    # Links in code are none.
    pieces, last = [], 0
    for block in CODE.finditer(markdown):
        pieces.append(LINK.sub(mend, markdown[last:block.start()]))
        pieces.append(block.group(0))
        last = block.end()
    pieces.append(LINK.sub(mend, markdown[last:]))
    markdown = "".join(pieces)

    if page.file.src_path == "home.md" and os.path.exists(os.path.join(root, "build/playground/ricochet.html")):
        with open(os.path.join(os.path.dirname(config["config_file_path"]), "playground.md"), encoding="utf-8") as text:
            markdown = markdown.replace("\n## Install\n", "\n" + text.read() + "\n## Install\n", 1)
    return markdown


def check_links(site):
    """Everything that a page links to or shows is there, and is no other's."""
    pages = {}
    for folder, folders, names in os.walk(site):
        folders[:] = [each for each in folders if folder != site or each != "reference"]
        for name in names:
            if name.endswith(".html") and name not in ("404.html", "playground.html"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as text:
                    content = text.read()
                pages[path] = (set(re.findall(r'\bid="([^"]+)"', content)), content)
    faults = []
    for path, (_, content) in pages.items():
        for kind, link in re.findall(r'<(\w+)\b[^>]*?\s(?:href|src)="([^"]+)"', content):
            target, _, anchor = link.partition("#")
            if "://" in link or link.startswith(("data:", "mailto:")):
                if kind != "a":
                    faults.append(f"{path}: asks {link}")
                continue
            full = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.exists(full):
                faults.append(f"{path}: {link} leads nowhere")
            elif anchor and full in pages and anchor not in pages[full][0]:
                faults.append(f"{path}: {link} has no such heading")
    if faults:
        raise SystemExit("\n".join(sorted(set(faults))))


def on_post_build(config):
    root, site = root_of(config), config["site_dir"]
    shutil.copytree(os.path.join(root, "build/site_reference/reference"), os.path.join(site, "reference"),
                    dirs_exist_ok=True)
    playground = os.path.join(root, "build/playground/ricochet.html")
    if os.path.exists(playground):
        shutil.copyfile(playground, os.path.join(site, "playground.html"))
        source_page(root, "examples/playground", site)
        with open(playground, encoding="utf-8") as text:
            for link in re.findall(r'data-site="([^"]+)"', text.read()):
                if not os.path.exists(os.path.join(site, link)):
                    raise SystemExit(f"playground.html: {link} leads nowhere")
    check_links(site)
