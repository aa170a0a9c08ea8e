/* The rows of call trees: a method, what became of it, its size and how often it was called. */
function callRows(data) {
  "use strict";
  const WORDS = {
    inlined: "inlined",
    intrinsic: "intrinsic",
    virtual: "virtual call",
    refused: "not inlined",
    cold: "cold",
    unknown: "not said",
  };
  const number = (n) => n.toLocaleString("en-US");
  const simple = data.methods.map((m) => {
    const slash = m.holder.indexOf("/");
    const dot = m.holder.lastIndexOf(".", slash < 0 ? m.holder.length : slash);
    return { name: m.written || m.holder.slice(dot + 1) + "::" + m.name, pack: dot < 0 ? "" : m.holder.slice(0, dot) };
  });

  function element(tag, className, text) {
    const e = document.createElement(tag);
    if (className) {
      e.className = className;
    }
    if (text !== undefined) {
      e.textContent = text;
    }
    return e;
  }

  function name(node, query) {
    const s = simple[node.m];
    const b = element(node.parent === null ? "b" : "span", "name");
    const at = query === "" ? -1 : s.name.toLowerCase().indexOf(query);
    if (at < 0) {
      /* Where there is no room, better between class and method than anywhere. */
      const end = s.name.indexOf("::") + 2;
      b.append(s.name.slice(0, end), element("wbr"), s.name.slice(end));
    } else {
      b.append(s.name.slice(0, at), element("mark", "", s.name.slice(at, at + query.length)),
        s.name.slice(at + query.length));
    }
    return b;
  }

  function receivers(node) {
    const all = node.r.reduce((sum, r) => sum + r.n, 0);
    return node.r.map((r) => (all === 0 ? 0 : Math.round((100 * r.n) / all)) + " % "
      + (r.w === undefined ? "others, which HotSpot does not name" : data.words[r.w])).join(", ");
  }

  function often(node) {
    if (node.parent === null) {
      return node.heat < 0.0005 ? "" : (100 * node.heat).toFixed(1) + " % of " + node.measure;
    }
    return node.n === undefined ? "" : number(node.n) + " ×";
  }

  /* As reports have it: the line if it is known, and the index of the bytecode. */
  const place = (node) => (node.l === undefined ? "" : "line " + node.l + " ") + "@ " + node.b;

  /* How many of a method's calls came out how. */
  function mix(root) {
    const counts = new Map(Object.keys(WORDS).map((o) => [o, 0]));
    (function add(nodes) {
      for (const n of nodes) {
        counts.set(n.o, counts.get(n.o) + 1);
        add(n.calls);
      }
    })(root.calls);
    counts.delete("cold");
    const strip = element("span", "strip");
    strip.title = [...counts].filter(([, n]) => n > 0).map(([o, n]) => number(n) + " " + WORDS[o]).join(", ");
    for (const [outcome, n] of counts) {
      if (n > 0) {
        const part = element("i", outcome);
        part.style.flexGrow = n;
        strip.append(part);
      }
    }
    return strip;
  }

  function row(node, depth, query) {
    const method = data.methods[node.m];
    const line = element("div", "row");
    line.style.setProperty("--depth", depth);
    const what = element("div", "what");
    what.append(element("span", "twist"));
    if (node.parent !== null) {
      what.append(element("span", "dot"));
    }
    what.append(name(node, query));
    what.append(element("span", "pack", simple[node.m].pack));
    if (node.parent === null) {
      what.append(element("span", "who", node.about));
    } else {
      const said = node.w === undefined ? "" : data.words[node.w];
      if (node.o !== "inlined") {
        what.append(element("span", "why", WORDS[node.o] + (said && said !== WORDS[node.o] ? ": " + said : "")));
      }
      what.append(element("span", "place", place(node)));
      if (node.r) {
        what.append(element("span", "who", receivers(node)));
      }
    }
    const size = element("div", "size");
    if (node.parent === null) {
      size.append(mix(node));
    } else if (node.total > 0 && node.o === "inlined") {
      let root = node;
      while (root.parent !== null) {
        root = root.parent;
      }
      const bar = element("i");
      bar.style.width = (100 * node.total) / root.total + "%";
      size.append(bar);
    }
    const bytes = method.bytes <= 0 ? "" : number(method.bytes)
      + (node.calls.length > 0 && node.total > method.bytes ? " of " + number(node.total) : "") + " B";
    size.append(element("span", "", bytes));
    size.title = bytes === "" ? "" : "bytes of bytecode" + (bytes.includes(" of ") ? ", of all with what is inlined" : "");
    line.append(what, size, element("div", "often", often(node)));
    line.title = method.holder + "::" + method.name + method.descriptor
      + (node.parent === null ? "" : ", called in " + simple[node.parent.m].name + " " + place(node));
    return line;
  }

  return { WORDS, number, element, row, simple, place };
}
