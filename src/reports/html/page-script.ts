/**
 * The page's whole script. It reads nothing of the trace but offsets and keys that the page itself was given, makes no
 * markup out of text, and asks nothing of a network. Without it the page still shows everything.
 */
export const PAGE_SCRIPT = `
(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('js');
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  const setUpTheme = () => {
    const dark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    for (const button of all('.theme')) {
      button.addEventListener('click', () => { root.dataset.theme = dark() ? 'light' : 'dark'; });
    }
  };

  const unfold = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS') at.open = true;
      if (at.classList.contains('t')) showAll(at);
    }
  };

  const showAll = (box) => {
    box.classList.add('open');
    const button = box.nextElementSibling;
    if (button && button.classList.contains('more')) button.remove();
  };

  let hits = [];
  const clearHits = () => {
    for (const hit of hits) {
      const parent = hit.parentNode;
      if (!parent) continue;
      hit.replaceWith(...hit.childNodes);
      parent.normalize();
    }
    hits = [];
  };

  /** Marks the units start to end of the text whose boxes carry the key, and brings them into view. */
  const showQuote = (key, start, end) => {
    clearHits();
    for (const box of all('.t[data-e="' + key + '"]')) {
      let at = Number(box.dataset.o);
      const parts = [];
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node && at < end; node = walker.nextNode()) {
        const from = Math.max(start, at) - at;
        const to = Math.min(end, at + node.length) - at;
        if (from < to) parts.push([node, from, to]);
        at += node.length;
      }
      for (const [node, from, to] of parts) {
        if (to < node.length) node.splitText(to);
        const piece = from > 0 ? node.splitText(from) : node;
        const mark = document.createElement('mark');
        mark.className = 'hit';
        piece.replaceWith(mark);
        mark.append(piece);
        hits.push(mark);
      }
    }
    const first = hits[0];
    if (!first) return false;
    unfold(first);
    first.tabIndex = -1;
    bringIntoView(first, 'center');
    first.focus({ preventScroll: true });
    return true;
  };

  const bringIntoView = (element, block) => {
    element.scrollIntoView({ block });
    // Parts that were never shown get their true height only now.
    requestAnimationFrame(() => element.scrollIntoView({ block }));
  };

  const showPlace = (element) => {
    unfold(element);
    if (element.classList.contains('gap-list')) element.firstElementChild.open = true;
    bringIntoView(element, element.tagName === 'LI' ? 'center' : 'start');
    if (element.tagName !== 'LI') return;
    for (const one of all('.at')) one.classList.remove('at');
    element.classList.add('at');
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  };

  const main = () => document.querySelector('.multi');
  const selectRun = (id) => {
    const page = main();
    if (!page) return;
    const run = id ? document.getElementById(id) : null;
    for (const one of all('.run.on')) if (one !== run) one.classList.remove('on');
    if (run) run.classList.add('on');
    page.classList.toggle('one', Boolean(run));
  };

  const follow = () => {
    const hash = location.hash.slice(1);
    const run = /^r[0-9]+/.exec(hash);
    selectRun(run ? run[0] : null);
    const quote = /^(r[0-9]+[a-z]+[0-9]*)-([0-9]+)-([0-9]+)$/.exec(hash);
    if (quote) { showQuote(quote[1], Number(quote[2]), Number(quote[3])); return; }
    const place = /^[a-z0-9]+$/.test(hash) ? document.getElementById(hash) : null;
    if (place) showPlace(place);
  };

  const go = (hash) => {
    if (location.hash === '#' + hash) follow();
    else location.hash = hash;
  };

  const setUpLinks = () => {
    document.addEventListener('click', (event) => {
      const target = event.target instanceof Element ? event.target.closest('a, button') : null;
      if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (target.classList.contains('more')) { showAll(target.previousElementSibling); return; }
      const href = target.getAttribute('href');
      if (target.tagName !== 'A' || !href || href[0] !== '#') return;
      event.preventDefault();
      go(target.dataset.q || href.slice(1));
    });
    addEventListener('hashchange', follow);
    follow();
  };

  const setUpFilters = () => {
    for (const section of all('.checks')) {
      const boxes = all('.filters input[type=checkbox]', section);
      const find = section.querySelector('.find input');
      const rows = all('.log tbody tr', section);
      const count = section.querySelector('.count');
      const apply = () => {
        const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
        const words = find.value.trim().toLowerCase();
        let shown = 0;
        for (const row of rows) {
          const fits = wanted.has(row.dataset.s) && (words === '' || row.textContent.toLowerCase().includes(words));
          row.hidden = !fits;
          if (fits) shown++;
        }
        count.textContent = shown + ' of ' + rows.length + ' shown';
      };
      section.querySelector('.filters').addEventListener('input', apply);
      apply();
    }
  };

  /** One stop of the Tab key a timeline; arrows move within it. */
  const setUpTimelines = () => {
    for (const line of all('.tl')) {
      const cells = all('a', line);
      const start = Math.max(0, cells.findIndex((cell) => cell.classList.contains('guilty')));
      cells.forEach((cell, index) => { cell.tabIndex = index === start ? 0 : -1; });
      line.addEventListener('keydown', (event) => {
        const at = cells.indexOf(document.activeElement);
        const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: cells.length - 1 }[event.key];
        if (at < 0 || to === undefined) return;
        event.preventDefault();
        const next = cells[Math.min(cells.length - 1, Math.max(0, to))];
        cells[at].tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      });
    }
  };

  document.addEventListener('DOMContentLoaded', () => {
    setUpTheme();
    setUpFilters();
    setUpTimelines();
    setUpLinks();
  });
})();
`.trim();
