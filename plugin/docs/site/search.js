// The search of the site. It reads window.searchIndex from search_index.js, so it works on pages opened from disk.
(function () {
  "use strict";

  const siteRoot = new URL(".", document.currentScript.src).href;
  const kMostResults = 12;
  const kFillers = new Set("a an and are can do does for how i in is it my of on or the to what with".split(" "));

  // Lower case; names such as CastRayClosest also count as their parts.
  function wordsOf(text) {
    const parts = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2");
    const joined = parts === text ? text : text + " " + parts;
    return joined.toLowerCase().split(/[^a-z0-9_]+/).filter(Boolean);
  }

  // Each field is a list of words with the worth of a match in it.
  function makeEntries(index) {
    const rows = index.words.map((row) => ({
      ...row, kind: "Glossary", title: row.words, fields: [[wordsOf(row.words), 40], [wordsOf(row.call), 8]],
    }));
    const sections = index.sections.map((section) => ({
      ...section, kind: section.page, title: section.heading || section.page,
      fields: [[wordsOf(section.heading), 20], [wordsOf(section.page), 10], [wordsOf(section.text), 1]],
    }));
    const names = index.names.map((each) => ({
      kind: "Reference", title: each.name, text: "", url: each.url, fields: [[wordsOf(each.name), 15]],
    }));
    return [...rows, ...sections, ...names];
  }

  // A whole word is worth more than its beginning. Only the best match of a term counts.
  function worthOf(term, entry) {
    let best = 0;
    for (const [words, worth] of entry.fields) {
      for (const word of words) {
        if (word === term || word === term + "s") {
          best = Math.max(best, worth * 2);
        } else if (word.startsWith(term)) {
          best = Math.max(best, worth);
        }
      }
    }
    return best;
  }

  function termsOf(query) {
    const all = query.toLowerCase().split(/[^a-z0-9_]+/).filter(Boolean);
    const wanted = all.filter((term) => !kFillers.has(term));
    return (wanted.length ? wanted : all).map((term) => (term.length > 3 ? term.replace(/s$/, "") : term));
  }

  function find(query, entries) {
    const terms = termsOf(query);
    const found = entries.map((entry) => {
      const worths = terms.map((term) => worthOf(term, entry));
      const share = /\/inside\/|^CHANGELOG|^CONTRIBUTING/.test(entry.url) ? 0.2 : 1; // guides come first
      const isSynonym = entry.kind === "Glossary" && worths.every((worth) => worth >= 40);
      const isPhrase = terms.length > 1 && entry.title.toLowerCase().includes(query.toLowerCase());
      const score = worths.reduce((sum, worth) => sum + worth, (isSynonym ? 100 : 0) + (isPhrase ? 30 : 0));
      return {entry, score: share * score, matched: worths.filter(Boolean).length};
    });
    const mostMatched = found.reduce((most, each) => Math.max(most, each.matched), 1);
    return found.filter((each) => each.matched === mostMatched)
      .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length)
      .slice(0, kMostResults).map((each) => each.entry);
  }

  // The part of a text around the first term in it.
  function excerptOf(text, query) {
    const at = text.toLowerCase().indexOf(termsOf(query)[0]);
    const begin = at > 60 ? text.indexOf(" ", at - 50) + 1 : 0;
    const end = text.length > begin + 130 ? text.lastIndexOf(" ", begin + 130) : text.length;
    return (begin ? "... " : "") + text.slice(begin, end) + (end < text.length ? " ..." : "");
  }

  function element(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text || "";
    return made;
  }

  function start(header) {
    const box = element("div", "find");
    box.innerHTML = '<input type="search" class="find__field" placeholder="Search: hitscan, fog of war, CastBeam" ' +
      'aria-label="Search" role="combobox" aria-expanded="false" aria-controls="find-results" autocomplete="off">' +
      '<div class="find__results" id="find-results" role="listbox" hidden></div>';
    header.querySelector(".md-header__title").after(box);
    const field = box.firstChild, list = box.lastChild;
    let entries = null, chosen = 0;

    function choose(number) {
      const items = list.querySelectorAll("a");
      chosen = items.length ? (number + items.length) % items.length : 0;
      items.forEach((item, i) => item.setAttribute("aria-selected", String(i === chosen)));
      if (items.length) {
        field.setAttribute("aria-activedescendant", items[chosen].id);
        items[chosen].scrollIntoView({block: "nearest"});
      }
    }

    function show(isOpen) {
      list.hidden = !isOpen;
      field.setAttribute("aria-expanded", String(isOpen));
    }

    function search() {
      entries = entries || makeEntries(window.searchIndex);
      const query = field.value.trim();
      const results = termsOf(query).length ? find(query, entries) : [];
      list.replaceChildren(...results.map((entry, i) => {
        const item = element("a", "find__result");
        item.href = siteRoot + entry.url;
        item.id = "find-" + i;
        item.setAttribute("role", "option");
        item.append(element("span", "find__kind", entry.kind), element("b", "", entry.title));
        item.append(element("code", "", entry.call), element("span", "find__text", excerptOf(entry.text, query)));
        return item;
      }));
      if (query && !results.length) {
        list.append(element("p", "find__none", "Nothing found. Try a word of your engine, such as raycast."));
      }
      show(Boolean(query));
      choose(0);
    }

    field.addEventListener("input", search);
    field.addEventListener("focus", () => field.value && search());
    field.addEventListener("keydown", (event) => {
      const items = list.querySelectorAll("a");
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
        event.preventDefault();
      } else if (event.key === "Enter" && !list.hidden && items.length) {
        items[chosen].click();
      } else if (event.key === "Escape") {
        show(false);
      }
      event.stopPropagation(); // the theme has keys of its own
    });
    list.addEventListener("click", () => show(false));
    document.addEventListener("click", (event) => box.contains(event.target) || show(false));
  }

  start(document.querySelector(".md-header__inner"));
})();
