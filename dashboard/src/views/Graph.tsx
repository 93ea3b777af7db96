/** The graph of memories: each a dot, larger with importance, coloured by theme; related ones lie together. */
import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import { listCoreMemories, readMemoryGraph, type CoreMemory, type MemoryGraph } from "../../../client";
import { plural } from "../format";
import { go, hrefWith } from "../router";
import { useRequest } from "../service/rest";
import { Empty, Failure, Loading, Select } from "../ui/basics";
import { draw, paletteOf, THEMES } from "./graphDrawing";
import { extent, layout, type Node } from "./graphLayout";

export default function Graph() {
  const [limit, setLimit] = useState("200");
  const graph = useRequest(`graph ${limit}`, async (service, signal) => {
    const [memories, themes] = await Promise.all([
      readMemoryGraph(service, { limit: Number(limit) }, { signal }),
      listCoreMemories(service, { scope: "*", limit: 60 }, { signal }),
    ]);
    return { memories, themes: themes.coreMemories };
  });
  const { data, error } = graph;
  return (
    <>
      <div className="row apart">
        <p className="quiet">
          {data === undefined
            ? "…"
            : `${plural(data.memories.memories.length, "memory", "memories")}, ${plural(data.memories.links.length, "link")}. Scroll or pinch to zoom, drag to move, Tab and the arrow keys to walk.`}
        </p>
        <Select
          className="narrow"
          aria-label="Memories shown"
          value={limit}
          onChange={({ target }) => setLimit(target.value)}
          options={[
            ["50", "The newest 50"],
            ["200", "The newest 200"],
            ["500", "The newest 500"],
          ]}
        />
      </div>
      {error !== null && <Failure error={error} retry={graph.reload} />}
      {data === undefined && error === null && <Loading lines={8} />}
      {data !== undefined && data.memories.memories.length === 0 && (
        <Empty title="Nothing to draw yet">
          <a href="#/memory?add=1">Add a few memories</a>: related ones are linked by themselves after a tick.
        </Empty>
      )}
      {data !== undefined && data.memories.memories.length > 0 && (
        <Canvas graph={data.memories} themes={data.themes} />
      )}
    </>
  );
}

function Canvas({ graph, themes }: { readonly graph: MemoryGraph; readonly themes: readonly CoreMemory[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  const redraw = useRef<() => void>(() => undefined);
  const largest = useMemo(() => largestShown(graph, themes), [graph, themes]);
  const { nodes, links } = useMemo(() => layout(graph, largest), [graph, largest]);
  useEffect(() => {
    latest.current = chosen;
    redraw.current();
  }, [chosen]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    let view: ZoomTransform = zoomIdentity;
    let palette = paletteOf(element);
    const redrawn = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      const ratio = devicePixelRatio;
      if (element.width !== width * ratio) element.width = width * ratio;
      if (element.height !== height * ratio) element.height = height * ratio;
      draw(context, { nodes, links, view, width, height, palette, focus: latest.current });
    };
    const recolored = (): void => {
      palette = paletteOf(element);
      redrawn();
    };
    redraw.current = redrawn;
    const box = extent(nodes);
    const surface = select(element);
    const zooming = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([0.15, 6])
      .on("zoom", ({ transform }: { readonly transform: ZoomTransform }) => {
        view = transform;
        redrawn();
      });
    surface.call(zooming);
    const fit = 0.9 * Math.min(element.clientWidth / box.width, element.clientHeight / box.height, 2.2);
    surface.call(zooming.transform, zoomIdentity.translate(-box.x * fit, -box.y * fit).scale(fit));
    const at = (event: PointerEvent | MouseEvent): Node | undefined => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const x = (event.clientX - left - width / 2 - view.x) / view.k;
      const y = (event.clientY - top - height / 2 - view.y) / view.k;
      return nodes.findLast(
        ({ x: nx = 0, y: ny = 0, radius }) => Math.hypot(nx - x, ny - y) <= radius + 5 / view.k,
      );
    };
    const hover = (event: PointerEvent): void => {
      const node = at(event);
      element.style.cursor = node === undefined ? "grab" : "pointer";
      if (node !== undefined) setChosen(node.id);
    };
    const click = (event: MouseEvent): void => {
      const node = at(event);
      if (node === undefined) setChosen(null);
      else go(hrefWith("memory", node.id));
    };
    element.addEventListener("pointermove", hover);
    element.addEventListener("click", click);
    const observer = new ResizeObserver(redrawn);
    observer.observe(element);
    const themed = new MutationObserver(recolored);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", recolored);
    return () => {
      surface.on(".zoom", null);
      element.removeEventListener("pointermove", hover);
      element.removeEventListener("click", click);
      observer.disconnect();
      themed.disconnect();
      system.removeEventListener("change", recolored);
    };
  }, [nodes, links]);

  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const i = nodes.findIndex(({ id }) => id === chosen);
      setChosen(nodes[(i + step + nodes.length) % nodes.length]?.id ?? null);
    }
    if (event.key === "Enter" && chosen !== null) go(hrefWith("memory", chosen));
    if (event.key === "Escape") setChosen(null);
  };
  const shown = nodes.find(({ id }) => id === chosen);
  return (
    <>
      <div className="graph-box">
        <canvas
          ref={canvas}
          tabIndex={0}
          role="application"
          aria-label="Graph of memories: arrow keys walk from one to the next, Enter opens it"
          onKeyDown={walk}
        />
        <p className="graph-note" role="status" hidden={shown === undefined}>
          {shown?.label}
        </p>
      </div>
      <ul className="legend" aria-label="Legend">
        {largest.map(({ _id, theme }, i) => (
          <li key={_id} style={{ "--dot": `var(--theme-${i + 1})` } as CSSProperties}>
            {theme}
          </li>
        ))}
        <li style={{ "--dot": "var(--theme-other)" } as CSSProperties}>
          {largest.length === 0 ? "a memory, larger with importance" : "in no large theme"}
        </li>
        {links.length > 0 && <li className="line">related</li>}
        {links.some(({ type }) => type === "contradicts") && <li className="line against">contradicts</li>}
      </ul>
    </>
  );
}

/** The themes that most of the drawn memories belong to. */
function largestShown(graph: MemoryGraph, themes: readonly CoreMemory[]): CoreMemory[] {
  const drawn = new Set(graph.memories.map(({ _id }) => _id));
  return themes
    .map((theme) => ({ theme, size: theme.memories.filter((id) => drawn.has(id)).length }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, THEMES)
    .map(({ theme }) => theme);
}
