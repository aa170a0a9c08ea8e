(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const { WORDS, number, element, row } = callRows(data);
  /* Rows that a search or an unfolding may show at once; more would only slow the browser down. */
  const MOST_ROWS = 2000;
  /* Methods that are shown before somebody asks for the others. */
  const FIRST_ROOTS = 20;

  const full = data.methods.map((m) => (m.holder + "::" + m.name + m.descriptor + " " + (m.written || "")).toLowerCase());

  /* Parents, and the bytes of bytecode that each call puts into the compiled method. */
  function link(node, parent) {
    node.parent = parent;
    node.calls = node.c || [];
    let total = parent === null || node.o === "inlined" ? Math.max(0, data.methods[node.m].bytes) : 0;
    for (const call of node.calls) {
      total += link(call, node);
    }
    node.total = total;
    return total;
  }

  function start(grove) {
    const host = document.getElementById(grove.id);
    const state = { query: "", on: new Set(Object.keys(WORDS).filter((o) => o !== "cold")), open: new Set(), at: null, all: false };
    const kept = new Set();
    const hits = new Set();
    const items = new Map();
    grove.roots.forEach((root) => {
      root.measure = grove.measure;
      link(root, null);
    });

    const tools = element("div", "tools");
    const search = element("input");
    search.type = "search";
    search.id = grove.id + "-find";
    search.placeholder = "Find a method";
    search.setAttribute("aria-label", "Find a method in the trees");
    const chips = element("div", "chips");
    chips.setAttribute("role", "group");
    chips.setAttribute("aria-label", "Calls to show");
    const fold = element("button", "", "Fold all");
    fold.type = "button";
    const count = element("output");
    tools.append(search, chips, fold, count);
    const forest = element("div", "forest");
    host.append(tools, forest);
    for (const link of document.querySelectorAll('a[href="#' + search.id + '"]')) {
      link.parentElement.hidden = false;
      link.addEventListener("click", () => search.focus({ preventScroll: true }));
    }

    const outcomes = new Set();
    (function collect(nodes) {
      for (const n of nodes) {
        if (n.o !== undefined) {
          outcomes.add(n.o);
        }
        collect(n.calls);
      }
    })(grove.roots);
    const switches = {};
    for (const outcome of Object.keys(WORDS).filter((o) => outcomes.has(o))) {
      const chip = element("button", outcome, WORDS[outcome]);
      chip.type = "button";
      chip.setAttribute("aria-pressed", String(state.on.has(outcome)));
      chip.addEventListener("click", () => {
        const on = !state.on.has(outcome);
        on ? state.on.add(outcome) : state.on.delete(outcome);
        chip.setAttribute("aria-pressed", String(on));
        sift();
        show();
      });
      chips.append(chip);
      switches[outcome] = chip;
    }

    const matches = (node) => full[node.m].includes(state.query);

    /* What is shown: calls of a wanted outcome, the way to them, and, in a search, what it finds and
       what lies below. */
    function sift() {
      kept.clear();
      hits.clear();
      (function visit(nodes, below) {
        let any = false;
        for (const n of nodes) {
          const hit = state.query !== "" && matches(n) && (n.o === undefined || state.on.has(n.o));
          if (hit) {
            hits.add(n);
          }
          const wanted = (n.o === undefined ? state.query === "" : state.on.has(n.o))
            && (state.query === "" || below || hit);
          const inside = visit(n.calls, below || hit);
          if (wanted || inside || hit) {
            kept.add(n);
            any = true;
          }
        }
        return any;
      })(grove.roots, false);
    }

    function reveal(node) {
      for (let p = node.parent; p !== null; p = p.parent) {
        state.open.add(p);
      }
    }

    function find() {
      state.query = search.value.trim().toLowerCase();
      state.open.clear();
      sift();
      let rows = 0;
      for (const hit of hits) {
        if (rows++ < MOST_ROWS / 10) {
          reveal(hit);
        }
      }
      count.textContent = state.query === "" ? "" : number(hits.size) + (hits.size === 1 ? " match" : " matches");
      state.at = hits.values().next().value || null;
      show();
    }

    const visible = (node) => node.calls.filter((c) => kept.has(c));
    const expandable = (node) => visible(node).length > 0 || Boolean(node.cut);

    function item(node, depth) {
      const li = element("li", node.o || "root");
      li.setAttribute("role", "treeitem");
      li.setAttribute("aria-level", String(depth + 1));
      li.tabIndex = -1;
      if (node.id) {
        li.id = node.id;
      }
      if (hits.has(node)) {
        li.classList.add("hit");
      }
      const line = row(node, depth, state.query);
      li.append(line);
      items.set(node, li);
      if (expandable(node)) {
        li.classList.add("open");
        const open = state.open.has(node);
        li.setAttribute("aria-expanded", String(open));
        if (open) {
          const group = element("ul");
          group.setAttribute("role", "group");
          visible(node).forEach((c) => group.append(item(c, depth + 1)));
          if (node.cut) {
            const cut = element("li", "cut", number(node.cut) + " more calls that this page has no room for");
            cut.style.setProperty("--depth", depth + 1);
            group.append(cut);
          }
          li.append(group);
        }
      }
      line.addEventListener("click", () => {
        state.at = node;
        if (expandable(node)) {
          toggle(node, !state.open.has(node));
        }
        show(true);
      });
      return li;
    }

    function toggle(node, open) {
      if (open) {
        state.open.add(node);
      } else {
        state.open.delete(node);
      }
    }

    function show(focus) {
      items.clear();
      const list = element("ul");
      list.setAttribute("role", "tree");
      list.setAttribute("aria-label", "Call trees");
      const wanted = grove.roots.filter((r) => kept.has(r));
      const roots = state.all || state.query !== ""
        ? wanted
        : wanted.filter((r, i) => i < FIRST_ROOTS || state.open.has(r));
      roots.forEach((r) => list.append(item(r, 0)));
      forest.replaceChildren(roots.length > 0 ? list : element("p", "note", "No call like that."));
      if (roots.length < wanted.length) {
        forest.append(others(wanted, wanted.length - roots.length));
      }
      if (!items.has(state.at)) {
        state.at = roots[0] || null;
      }
      if (state.at !== null) {
        const li = items.get(state.at);
        li.tabIndex = 0;
        if (focus) {
          li.focus({ preventScroll: true });
        }
      }
    }

    function others(wanted, left) {
      const button = element("button", "link others", "Show " + number(left) + (left === 1 ? " more method" : " more methods"));
      button.type = "button";
      button.addEventListener("click", () => {
        state.all = true;
        state.at = wanted[FIRST_ROOTS];
        show(true);
      });
      return button;
    }

    function step(to) {
      if (to && items.has(to)) {
        items.get(state.at).tabIndex = -1;
        state.at = to;
        items.get(to).tabIndex = 0;
        items.get(to).focus();
      }
    }

    function unfold(node) {
      let rows = 0;
      const queue = [node];
      for (const n of queue) {
        if (rows > MOST_ROWS) {
          return;
        }
        state.open.add(n);
        rows += n.calls.length;
        queue.push(...visible(n));
      }
    }

    forest.addEventListener("keydown", (e) => {
      const node = state.at;
      if (node === null || e.altKey || e.ctrlKey || e.metaKey) {
        return;
      }
      const order = [...items.keys()];
      const open = state.open.has(node) && expandable(node);
      const act = {
        ArrowDown: () => step(order[order.indexOf(node) + 1]),
        ArrowUp: () => step(order[order.indexOf(node) - 1]),
        Home: () => step(order[0]),
        End: () => step(order[order.length - 1]),
        ArrowRight: () => (open ? step(visible(node)[0]) : expandable(node) && (toggle(node, true), show(true))),
        ArrowLeft: () => (open ? (toggle(node, false), show(true)) : step(node.parent)),
        Enter: () => expandable(node) && (toggle(node, !open), show(true)),
        " ": () => expandable(node) && (toggle(node, !open), show(true)),
        "*": () => (unfold(node), show(true)),
      }[e.key];
      if (act) {
        e.preventDefault();
        act();
      }
    });

    let waiting = 0;
    search.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(find, 120);
    });
    search.addEventListener("keydown", (e) => {
      if (e.key === "Enter" || e.key === "ArrowDown") {
        e.preventDefault();
        clearTimeout(waiting);
        find();
        show(true);
      }
    });
    fold.addEventListener("click", () => {
      state.open.clear();
      show();
    });

    /* The call that a finding is about, in the tree of the method that has it inlined. */
    function point(root, method, bci) {
      const calls = [root];
      let found = root;
      for (const n of calls) {
        if (n.m === method) {
          found = n.calls.find((c) => c.b === bci) || (found === root ? n : found);
          if (found !== n && found !== root) {
            break;
          }
        }
        calls.push(...n.calls);
      }
      search.value = "";
      state.query = "";
      if (found.o !== undefined && !state.on.has(found.o)) {
        switches[found.o].click();
      }
      sift();
      reveal(found);
      state.open.add(root);
      state.at = found;
      show(true);
      const li = items.get(found);
      li.classList.add("found");
      li.firstChild.scrollIntoView({ block: "center" });
    }

    sift();
    /* A method's own code, and that for a loop, on a page about that method. */
    if (grove.roots.length <= 2) {
      grove.roots.forEach(unfold);
    }
    show();
    return { roots: grove.roots, point };
  }

  const groves = data.groves.filter((g) => g.roots.length > 0).map(start);
  for (const button of document.querySelectorAll("button[data-tree]")) {
    for (const grove of groves) {
      const root = grove.roots.find((r) => r.id === button.dataset.tree);
      if (root) {
        button.hidden = false;
        button.addEventListener("click", () => {
          /* What the browser goes back from, to the finding. */
          location.hash = root.id;
          grove.point(root, Number(button.dataset.method), Number(button.dataset.bci));
        });
      }
    }
  }
})();
