/** The graph of memories: each a dot, larger with importance, coloured by theme; related ones lie together. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";
import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import { listCoreMemories, readMemoryGraph, type CoreMemory, type MemoryGraph } from "../../../client";
import { plural } from "../format";
import { go, hrefWith } from "../router";
import { useRequest } from "../service/rest";
import { Empty, Failure, Loading, Select } from "../ui/basics";

interface Node extends SimulationNodeDatum {
  readonly id: string;
  readonly label: string;
  readonly radius: number;
  readonly theme: number;
}

/** Colours of the largest themes, light and dark; the rest is grey. */
const COLORS = ["#2f8f7c", "#c07a2c", "#6f64c4", "#b8497f", "#3b7fc0", "#7d8f2a", "#c4533a", "#4f8a96"];
const OTHER = "#8d8878";
/** Labels are drawn from this size on screen up, while they have room. */
const LABEL_LENGTH = 34;
/** So that dots stay visible between labels. */
const PIXELS_PER_LABEL = 30_000;
const LABEL_SPACING = 28;

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
  const largest = useMemo(
    () => [...themes].sort((a, b) => b.memories.length - a.memories.length).slice(0, COLORS.length),
    [themes],
  );
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
    const neighbours = (id: string): Set<string> =>
      new Set(
        links.flatMap(({ source, target }) =>
          source.id === id ? [target.id] : target.id === id ? [source.id] : [],
        ),
      );
    const draw = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      const ratio = devicePixelRatio;
      if (element.width !== width * ratio) element.width = width * ratio;
      if (element.height !== height * ratio) element.height = height * ratio;
      const { color: ink, backgroundColor: paper } = getComputedStyle(element);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      context.translate(width / 2 + view.x, height / 2 + view.y);
      context.scale(view.k, view.k);
      const focus = latest.current;
      const near = focus === null ? null : neighbours(focus).add(focus);
      context.strokeStyle = ink;
      for (const { source, target, strength } of links) {
        const lit = near !== null && (source.id === focus || target.id === focus);
        context.globalAlpha = lit ? 0.75 : near === null ? 0.08 + 0.22 * strength : 0.05;
        context.lineWidth = (lit ? 1.6 : 1) / view.k;
        context.beginPath();
        context.moveTo(source.x ?? 0, source.y ?? 0);
        context.lineTo(target.x ?? 0, target.y ?? 0);
        context.stroke();
      }
      for (const node of nodes) {
        context.globalAlpha = near === null || near.has(node.id) ? 1 : 0.2;
        context.fillStyle = COLORS[node.theme] ?? OTHER;
        context.beginPath();
        context.arc(node.x ?? 0, node.y ?? 0, node.radius, 0, 2 * Math.PI);
        context.fill();
        if (node.id === focus) {
          context.lineWidth = 2 / view.k;
          context.stroke();
        }
      }
      drawLabels(context, nodes, { view, width, height, ink, paper, near });
    };
    redraw.current = draw;
    const box = extent(nodes);
    const surface = select(element);
    const zooming = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([0.15, 6])
      .on("zoom", ({ transform }: { readonly transform: ZoomTransform }) => {
        view = transform;
        draw();
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
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => {
      surface.on(".zoom", null);
      element.removeEventListener("pointermove", hover);
      element.removeEventListener("click", click);
      observer.disconnect();
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
      {largest.length > 0 && (
        <p className="legend">
          {largest.map(({ _id, theme }, i) => (
            <span key={_id} style={{ "--dot": COLORS[i] } as CSSProperties}>
              {theme}
            </span>
          ))}
          <span style={{ "--dot": OTHER } as CSSProperties}>other</span>
        </p>
      )}
    </>
  );
}

interface Edge {
  readonly source: Node;
  readonly target: Node;
  readonly strength: number;
}

/** Places the nodes. It runs at once, not in view: nothing moves that nobody moves. */
function layout(graph: MemoryGraph, themes: readonly CoreMemory[]): { nodes: Node[]; links: Edge[] } {
  const themeOf = new Map(themes.flatMap(({ memories }, i) => memories.map((id) => [id, i] as const)));
  const nodes = graph.memories.map(({ _id, content, importance }): Node => ({
    id: _id,
    label: content,
    radius: 4 + 9 * importance,
    theme: themeOf.get(_id) ?? -1,
  }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const links = graph.links.flatMap(({ sourceId, targetId, strength }): Edge[] => {
    const [source, target] = [byId.get(sourceId), byId.get(targetId)];
    return source === undefined || target === undefined ? [] : [{ source, target, strength }];
  });
  const spread = 26 * Math.sqrt(nodes.length);
  // Each theme has its place on a circle, so that its members lie together without links as well.
  const place = ({ theme }: Node, turn: (angle: number) => number): number =>
    theme < 0 ? 0 : spread * turn((2 * Math.PI * theme) / Math.max(1, themes.length));
  forceSimulation(nodes)
    .force(
      "link",
      forceLink<Node, Edge>(links)
        .distance(45)
        .strength(({ strength }) => 0.15 + 0.4 * strength),
    )
    .force("charge", forceManyBody().strength(-55).distanceMax(320))
    .force(
      "collide",
      forceCollide<Node>(({ radius }) => radius + 4),
    )
    .force("x", forceX<Node>((node) => place(node, Math.cos)).strength(0.07))
    .force("y", forceY<Node>((node) => place(node, Math.sin)).strength(0.07))
    .stop()
    .tick(nodes.length > 250 ? 160 : 260);
  return { nodes, links };
}

interface Frame {
  readonly view: ZoomTransform;
  readonly width: number;
  readonly height: number;
  readonly ink: string;
  readonly paper: string;
  readonly near: ReadonlySet<string> | null;
}

/** Labels of the largest nodes, where they are whole in sight and don't overlap. */
function drawLabels(
  context: CanvasRenderingContext2D,
  nodes: readonly Node[],
  { view, width, height, ink, paper, near }: Frame,
): void {
  const ratio = devicePixelRatio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = '500 12px "Figtree Variable", sans-serif';
  context.fillStyle = ink;
  context.textAlign = "center";
  const taken: { readonly x: number; readonly y: number; readonly half: number }[] = [];
  const wanted = near === null ? nodes : nodes.filter(({ id }) => near.has(id));
  for (const node of [...wanted].sort((a, b) => b.radius - a.radius)) {
    const x = width / 2 + view.x + (node.x ?? 0) * view.k;
    const y = height / 2 + view.y + (node.y ?? 0) * view.k + node.radius * view.k + 14;
    const text =
      node.label.length > LABEL_LENGTH ? `${node.label.slice(0, LABEL_LENGTH).trimEnd()}…` : node.label;
    const half = context.measureText(text).width / 2 + 6;
    if (x < half || x > width - half || y < 0 || y > height) continue;
    if (
      taken.some(
        (other) => Math.abs(other.y - y) < LABEL_SPACING && Math.abs(other.x - x) < other.half + half,
      )
    )
      continue;
    taken.push({ x, y, half });
    context.globalAlpha = 0.9;
    // A halo keeps words legible over dots and lines.
    context.strokeStyle = paper;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
    if (taken.length >= (width * height) / PIXELS_PER_LABEL) return;
  }
}

function extent(nodes: readonly Node[]): { x: number; y: number; width: number; height: number } {
  const xs = nodes.map(({ x = 0 }) => x);
  const ys = nodes.map(({ y = 0 }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left + 80,
    height: bottom - top + 80,
  };
}
