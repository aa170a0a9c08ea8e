(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const ROW = 15;
  const BAR = 9;
  const views = {
    relative: "relative to ashlar",
    linear: "figures",
    log: "figures, log scale",
  };
  let printing = false;

  function theme() {
    const css = getComputedStyle(document.documentElement);
    const name = (n) => css.getPropertyValue(n).trim();
    return { dark: dark.matches && !printing, ink: name("--ink"), quiet: name("--quiet"),
      rule: name("--rule"), faint: name("--faint"), paper: name("--paper"), accent: name("--accent") };
  }

  function figure(x) {
    const places = x < 0.1 ? 4 : x < 1 ? 3 : x < 10 ? 2 : x < 1000 ? 1 : 0;
    return x.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
  }

  function measure(view, bar) {
    const around = (value, error) => (error === null ? [null, null] : [value - error, value + error]);
    const [low, high] = view === "relative" ? [bar.low, bar.high] : around(bar.score, bar.error);
    return view === "relative"
      ? { value: bar.ratio, low, high, text: bar.ratio === null ? "" : bar.ratio.toFixed(2) + " ×" }
      : { value: bar.score, low, high, text: figure(bar.score) };
  }

  /* One row per bar, one above each case for its name, and one empty between cases. */
  function layOut(chart, state) {
    const rows = [];
    for (const c of chart.cases) {
      const bars = c.bars.filter((b) => !state.hidden.has(b.contender) && measure(state.view, b).value !== null);
      if (bars.length > 0) {
        if (rows.length > 0) {
          rows.push({});
        }
        rows.push({ head: c.name });
        bars.forEach((bar) => rows.push({ case: c, bar, ...measure(state.view, bar) }));
      }
    }
    return rows;
  }

  function draw(rows, colours, t, size, shift) {
    return function (params, api) {
      const index = api.value(0);
      const row = rows[index];
      const zero = params.coordSys.x;
      const at = api.coord([row.value, index]);
      const colour = colours[row.bar.contender];
      const subject = data.contenders[row.bar.contender].subject;
      const children = [{
        type: "rect",
        shape: { x: zero, y: at[1] - BAR / 2, width: Math.max(1, at[0] - zero), height: BAR },
        style: { fill: colour },
      }];
      let end = at[0];
      if (row.low !== null && row.high > row.low) {
        const low = Math.max(zero, api.coord([Math.max(row.low, shift), index])[0]);
        const high = api.coord([row.high, index])[0];
        const line = (x1, y1, x2, y2) => children.push({
          type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: t.ink, lineWidth: 1 } });
        line(low, at[1], high, at[1]);
        line(low, at[1] - 3, low, at[1] + 3);
        line(high, at[1] - 3, high, at[1] + 3);
        end = Math.max(end, high);
      }
      children.push({
        type: "text",
        x: end + 6,
        y: at[1],
        style: {
          text: row.text + "  " + shortened(data.contenders[row.bar.contender].name),
          fill: subject ? t.accent : t.ink,
          font: (subject ? "600 " : "") + size + "px system-ui, sans-serif",
          verticalAlign: "middle",
        },
      });
      return { type: "group", children };
    };
  }

  function shortened(name) {
    return name.length > 24 ? name.slice(0, 23) + "…" : name;
  }

  function option(chart, state, rows, width) {
    const t = theme();
    const narrow = width < 560;
    const size = narrow ? 10 : 11;
    const colours = data.contenders.map((c) => (t.dark ? c.dark : c.light));
    const values = rows.filter((r) => r.bar).map((r) => r.value);
    const log = state.view === "log";
    const least = log ? Math.pow(10, Math.floor(Math.log10(Math.min(...values)))) : 0;
    const longest = Math.max(...rows.filter((r) => r.bar)
      .map((r) => shortened(data.contenders[r.bar.contender].name).length + r.text.length + 2));
    return {
      animation: false,
      textStyle: { fontFamily: "system-ui, sans-serif" },
      grid: { left: 4, right: Math.min(width * 0.55, 14 + longest * size * 0.56), top: 4, bottom: 38 },
      tooltip: {
        trigger: "item", renderMode: "richText", confine: true,
        backgroundColor: t.paper, borderColor: t.rule, textStyle: { color: t.ink, fontSize: 12 },
        formatter: (p) => describe(chart, rows[p.value[0]]),
      },
      xAxis: {
        type: log ? "log" : "value", min: least, splitNumber: narrow ? 3 : 6,
        name: state.view === "relative" ? "× ashlar, shorter is better" : chart.unit + ", shorter is better",
        nameLocation: "middle", nameGap: 22, nameTextStyle: { color: t.quiet, fontSize: size },
        axisLabel: { color: t.quiet, fontSize: size, hideOverlap: true, align: "center",
          formatter: (v) => v.toLocaleString("en-US") },
        axisLine: { show: false }, splitLine: { lineStyle: { color: t.faint } },
      },
      yAxis: {
        type: "category", inverse: true, data: rows.map((_, i) => String(i)),
        axisTick: { show: false }, axisLine: { lineStyle: { color: t.ink } }, splitLine: { show: false },
        axisLabel: { inside: true, margin: 4, color: t.ink, fontWeight: 600, fontSize: size + 1,
          interval: (i) => rows[i].head !== undefined,
          formatter: (v) => rows[Number(v)].head || "" },
      },
      series: [{
        type: "custom", clip: false, encode: { x: [1, 2, 3], y: 0 },
        data: rows.map((r, i) => [i, r]).filter(([, r]) => r.bar)
          .map(([i, r]) => [i, r.value, r.high ?? r.value, Math.max(least, r.low ?? r.value)]),
        renderItem: draw(rows, colours, t, size, log ? least : 0),
        markLine: state.view !== "relative" ? undefined : {
          silent: true, symbol: "none", label: { show: false }, data: [{ xAxis: 1 }],
          lineStyle: { color: t.accent, type: "dashed", width: 1 } },
      }],
    };
  }

  function describe(chart, row) {
    const b = row.bar;
    const error = (e, f) => (e === null ? "" : " ± " + f(e));
    return row.case.name + "\n" + data.contenders[b.contender].name + ": "
      + figure(b.score) + error(b.error, figure) + " " + chart.unit
      + (b.ratio === null ? "" : "\n" + b.ratio.toFixed(2) + " × " + row.case.subject
        + (b.low === null ? "" : ", 95 %: " + b.low.toFixed(2) + " to " + b.high.toFixed(2)));
  }

  function button(parent, text, pressed, act) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = text;
    b.setAttribute("aria-pressed", String(pressed));
    b.addEventListener("click", () => act(b));
    parent.append(b);
    return b;
  }

  // Where one bar is so long that the others vanish beside it, lengths tell nothing; and a ratio of
  // ashlar to itself tells nothing either.
  function firstView(chart, bars, comparable) {
    const scores = bars.map((b) => b.score);
    const shortest = Math.min(...scores);
    if (shortest > 0 && Math.max(...scores) > 100 * shortest) {
      return "log";
    }
    const compared = chart.cases.length > 1 && chart.cases.some((c) => c.bars.length > 1);
    return comparable && compared ? "relative" : "linear";
  }

  function start(chart) {
    const plot = document.getElementById(chart.id);
    const bars = chart.cases.flatMap((c) => c.bars);
    const comparable = bars.every((b) => b.ratio !== null);
    const state = { view: firstView(chart, bars, comparable), hidden: new Set() };
    plot.style.height = ROW + "px";
    let canvas = null;

    function show() {
      if (plot.closest("details:not([open])")) {
        return;
      }
      canvas = canvas || echarts.init(plot, null, { renderer: "svg" });
      const rows = layOut(chart, state);
      plot.style.height = rows.length * ROW + 42 + "px";
      canvas.resize();
      if (rows.length === 0) {
        canvas.clear();
      } else {
        canvas.setOption(option(chart, state, rows, plot.clientWidth), true);
      }
    }

    const switches = plot.closest("figure").querySelector(".views");
    for (const view of Object.keys(views)) {
      if ((view !== "relative" || comparable) && (view !== "log" || bars.every((b) => b.score > 0))) {
        button(switches, views[view], view === state.view, (b) => {
          state.view = view;
          for (const other of switches.children) {
            other.setAttribute("aria-pressed", String(other === b));
          }
          show();
        });
      }
    }

    const legend = document.createElement("div");
    legend.className = "legend";
    plot.before(legend);
    const keys = [...new Set(bars.map((b) => b.contender))].sort((a, b) => a - b).map((i) => {
      const key = button(legend, data.contenders[i].name, true, () => {
        const hide = !state.hidden.has(i);
        hide ? state.hidden.add(i) : state.hidden.delete(i);
        key.setAttribute("aria-pressed", String(!hide));
        show();
      });
      return [i, key];
    });

    return function () {
      const t = theme();
      keys.forEach(([i, key]) => key.style.setProperty("--c", t.dark ? data.contenders[i].dark : data.contenders[i].light));
      show();
    };
  }

  /* Values from left to right, one line for each contender. */
  function startCurves(chart) {
    const plot = document.getElementById(chart.id);
    const longest = Math.max(...chart.lines.map((l) => l.values.length));
    let canvas = null;
    return function () {
      if (plot.closest("details:not([open])")) {
        return;
      }
      canvas = canvas || echarts.init(plot, null, { renderer: "svg" });
      const t = theme();
      canvas.resize();
      canvas.setOption({
        animation: false,
        textStyle: { fontFamily: "system-ui, sans-serif" },
        color: chart.lines.map((l) => (t.dark ? data.contenders[l.contender].dark : data.contenders[l.contender].light)),
        legend: { left: 0, top: 0, icon: "rect", itemWidth: 11, itemHeight: 11, textStyle: { color: t.ink, fontSize: 12 } },
        grid: { left: 4, right: 12, top: 48, bottom: 4, containLabel: true },
        tooltip: {
          trigger: "axis", renderMode: "richText", confine: true,
          backgroundColor: t.paper, borderColor: t.rule, textStyle: { color: t.ink, fontSize: 12 },
          valueFormatter: (v) => (v === null || v === undefined ? "–" : figure(v) + " " + chart.unit),
        },
        xAxis: {
          type: "category", data: Array.from({ length: longest }, (_, i) => String(i + 1)),
          axisLabel: { color: t.quiet, fontSize: 11, hideOverlap: true }, axisTick: { show: false },
          axisLine: { lineStyle: { color: t.ink } },
        },
        yAxis: {
          type: "value", min: 0, name: chart.unit, nameTextStyle: { color: t.quiet, fontSize: 11 },
          axisLabel: { color: t.quiet, fontSize: 11 }, splitLine: { lineStyle: { color: t.faint } },
        },
        series: chart.lines.map((l) => ({
          type: "line", name: data.contenders[l.contender].name, data: l.values,
          symbol: "circle", symbolSize: 4, lineStyle: { width: 1 },
        })),
      }, true);
    };
  }

  /* A chart that is folded may have no width; it is drawn when it is unfolded. */
  const charts = [...data.charts.map(start), ...data.curves.map(startCurves)];
  const all = () => charts.forEach((show) => show());
  let width = 0;
  all();
  dark.addEventListener("change", all);
  document.addEventListener("toggle", (e) => {
    if (e.target.matches(".figures")) {
      all();
    }
  }, true);
  new ResizeObserver(() => {
    if (document.body.clientWidth !== width) {
      width = document.body.clientWidth;
      all();
    }
  }).observe(document.body);
  window.addEventListener("beforeprint", () => { printing = true; all(); });
  window.addEventListener("afterprint", () => { printing = false; all(); });
})();
