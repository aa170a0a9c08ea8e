/* Flame graphs: the stacks of CPU samples, the outermost callers at the top. */
(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const { number, element, simple, place } = callRows(data);
  const ROW = 20;
  /* In pixels. */
  const LEAST = 1;
  const LEAST_WITH_TEXT = 28;

  const percent = (n, all) => (100 * n / all).toFixed(1) + " %";
  const name = (box) => (box.m === undefined ? data.words[box.w] : simple[box.m].name);

  const label = (box) => name(box) + (box.o === "inlined" || box.m === undefined ? "" : ", " + data.words[box.w]);

  function full(box) {
    const method = data.methods[box.m];
    return method === undefined ? data.words[box.w] : method.holder + "::" + method.name + method.descriptor;
  }

  function why(box) {
    const where = box.b === undefined ? "" : " in " + name(box.parent) + " " + place(box);
    return data.words[box.w] + where + (box.y === undefined ? "" : ": " + data.words[box.y]);
  }

  function link(box, parent, depth) {
    box.parent = parent;
    box.depth = depth;
    box.c = box.c || [];
    box.deepest = box.c.reduce((deepest, c) => Math.max(deepest, link(c, box, depth + 1)), depth);
    return box.deepest;
  }

  function start(graph) {
    const host = document.getElementById(graph.id);
    link(graph, null, -1);
    let zoom = graph;
    let at = graph.c[0];
    let query = "";
    let width = 0;
    const drawn = new Map();

    const tools = element("div", "tools");
    const search = element("input");
    search.type = "search";
    search.placeholder = "Find a method or a reason";
    search.setAttribute("aria-label", "Find a method or a reason in the flame graph");
    const reset = element("button", "", "Show all");
    reset.type = "button";
    const count = element("output");
    tools.append(search, reset, count);
    const boxed = element("div", "boxed");
    boxed.setAttribute("aria-live", "polite");
    const boxes = element("div", "boxes");
    boxes.setAttribute("role", "tree");
    boxes.setAttribute("aria-label", "Flame graph. Down: callee. Up: caller. Enter: only this. Escape: all.");
    host.append(tools, boxed, boxes);

    const text = (box) => (full(box) + " " + data.words[box.w] + " "
      + (box.y === undefined ? "" : data.words[box.y])).toLowerCase();
    const matches = (box) => query !== "" && text(box).includes(query);

    function describe(box) {
      const own = box.n - box.c.reduce((sum, c) => sum + c.n, 0);
      const method = element("p");
      method.append(element("b", "", full(box)));
      const what = element("p");
      what.append(element("span", "why " + box.o, why(box)));
      boxed.replaceChildren(method, element("p", "note", number(box.n) + (box.n === 1 ? " sample, " : " samples, ")
        + percent(box.n, graph.n) + "; in its own code " + percent(own, graph.n)), what);
    }

    function add(box, left, share) {
      if (share * width / 100 < LEAST) {
        return;
      }
      const slim = share * width / 100 < LEAST_WITH_TEXT;
      const outer = box.depth < zoom.depth;
      const e = element("div", "box " + box.o + (slim ? " slim" : "") + (outer ? " outer" : "") + (matches(box) ? " hit" : ""),
        slim ? "" : label(box));
      e.style.left = left + "%";
      e.style.width = share + "%";
      e.style.top = box.depth * ROW + "px";
      e.tabIndex = -1;
      e.setAttribute("role", "treeitem");
      e.setAttribute("aria-level", String(box.depth + 1));
      e.setAttribute("aria-label", name(box) + ", " + percent(box.n, graph.n) + ", " + data.words[box.w]);
      e.addEventListener("click", () => focus(box, box));
      e.addEventListener("mouseenter", () => describe(box));
      e.addEventListener("focus", () => describe(box));
      drawn.set(box, e);
      boxes.append(e);
      if (outer) {
        return;
      }
      let from = left;
      for (const c of box.c) {
        const part = share * c.n / box.n;
        add(c, from, part);
        from += part;
      }
    }

    function show() {
      width = boxes.clientWidth;
      if (width === 0) {
        return;
      }
      drawn.clear();
      boxes.replaceChildren();
      boxes.style.height = (zoom.deepest + 1) * ROW + 2 + "px";
      for (let box = zoom.parent; box !== null && box !== graph; box = box.parent) {
        add(box, 0, 100);
      }
      if (zoom === graph) {
        let from = 0;
        for (const c of graph.c) {
          add(c, from, 100 * c.n / graph.n);
          from += 100 * c.n / graph.n;
        }
      } else {
        add(zoom, 0, 100);
      }
      if (!drawn.has(at)) {
        at = zoom === graph ? graph.c[0] : zoom;
      }
      drawn.get(at).tabIndex = 0;
    }

    function focus(box, to) {
      zoom = to;
      at = box;
      show();
      drawn.get(at).focus({ preventScroll: true });
    }

    function step(box) {
      if (drawn.has(box)) {
        drawn.get(at).tabIndex = -1;
        at = box;
        drawn.get(at).tabIndex = 0;
        drawn.get(at).focus();
      }
    }

    const beside = (by) => {
      const row = [...drawn.keys()].filter((box) => box.depth === at.depth);
      return row[row.indexOf(at) + by];
    };

    boxes.addEventListener("keydown", (e) => {
      if (e.altKey || e.ctrlKey || e.metaKey) {
        return;
      }
      const act = {
        ArrowDown: () => step(at.c[0]),
        ArrowUp: () => step(at.parent),
        ArrowRight: () => step(beside(1)),
        ArrowLeft: () => step(beside(-1)),
        Home: () => step(graph.c[0]),
        Enter: () => focus(at, at),
        " ": () => focus(at, at),
        Escape: () => focus(at, graph),
      }[e.key];
      if (act) {
        e.preventDefault();
        act();
      }
    });

    /* The samples in what is found; a match in another has them already. */
    function find() {
      query = search.value.trim().toLowerCase();
      const hits = [];
      let samples = 0;
      (function visit(calls, inside) {
        for (const box of calls) {
          const hit = matches(box);
          if (hit) {
            hits.push(box);
            samples += inside ? 0 : box.n;
          }
          visit(box.c, inside || hit);
        }
      })(graph.c, false);
      count.textContent = query === "" ? "" : number(hits.length) + (hits.length === 1 ? " match, " : " matches, ")
        + percent(samples, graph.n);
      show();
      return hits;
    }

    search.addEventListener("input", find);
    search.addEventListener("keydown", (e) => {
      if (e.key === "Enter" || e.key === "ArrowDown") {
        e.preventDefault();
        const [first] = find().sort((a, b) => b.n - a.n);
        if (first) {
          focus(first, drawn.has(first) ? zoom : first);
        }
      }
    });
    reset.addEventListener("click", () => focus(at, graph));
    new ResizeObserver(() => {
      if (boxes.clientWidth !== width) {
        show();
      }
    }).observe(host);
    describe(at);
    show();
  }

  data.graphs.forEach(start);
})();
