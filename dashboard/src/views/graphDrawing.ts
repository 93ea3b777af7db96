/** Draws the graph of memories: links beneath, dots above, and labels where they cover neither a dot nor another label. */
import type { ZoomTransform } from "d3-zoom";
import type { Edge, Node } from "./graphLayout";

/** Of the largest themes, in the order of `--theme-1` and so on. */
export const THEMES = 8;

export interface Palette {
  readonly ink: string;
  readonly paper: string;
  readonly link: string;
  readonly contradiction: string;
  readonly other: string;
  readonly themes: readonly string[];
}

/** The colours of the present theme, light or dark, from the style sheet. */
export function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const color = (name: string): string => resolved(element, `var(--${name})`);
  return {
    ink: style.color,
    paper: style.backgroundColor,
    link: color("graph-link"),
    contradiction: color("warn"),
    other: color("theme-other"),
    themes: Array.from({ length: THEMES }, (_, i) => color(`theme-${i + 1}`)),
  };
}

/** A canvas knows no variables and no `light-dark()`: the computed colour of an element does. */
function resolved(element: HTMLElement, value: string): string {
  const before = element.style.outlineColor;
  element.style.outlineColor = value;
  const { outlineColor } = getComputedStyle(element);
  element.style.outlineColor = before;
  return outlineColor;
}

export interface Scene {
  readonly nodes: readonly Node[];
  readonly links: readonly Edge[];
  readonly view: ZoomTransform;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  /** The chosen node and what it is linked to. */
  readonly focus: string | null;
}

export function draw(context: CanvasRenderingContext2D, scene: Scene): void {
  const { width, height, view } = scene;
  const ratio = devicePixelRatio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const near = neighbours(scene);
  context.translate(width / 2 + view.x, height / 2 + view.y);
  context.scale(view.k, view.k);
  drawLinks(context, scene);
  drawNodes(context, scene, near);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawLabels(context, scene, near);
}

/** Null while none is chosen. */
function neighbours({ links, focus }: Scene): ReadonlySet<string> | null {
  if (focus === null) return null;
  const ends = links.flatMap(({ source, target }) =>
    source.id === focus ? [target.id] : target.id === focus ? [source.id] : [],
  );
  return new Set([...ends, focus]);
}

function drawLinks(context: CanvasRenderingContext2D, { links, view, focus, palette }: Scene): void {
  for (const { source, target, type, strength } of links) {
    const lit = source.id === focus || target.id === focus;
    const against = type === "contradicts";
    context.strokeStyle = against ? palette.contradiction : lit ? palette.ink : palette.link;
    context.globalAlpha = focus === null || lit ? 1 : 0.25;
    context.lineWidth = (1 + 1.5 * strength + (lit ? 1 : 0)) / view.k;
    context.setLineDash(against ? [6 / view.k, 4 / view.k] : []);
    context.beginPath();
    context.moveTo(source.x ?? 0, source.y ?? 0);
    context.lineTo(target.x ?? 0, target.y ?? 0);
    context.stroke();
  }
  context.setLineDash([]);
}

function drawNodes(
  context: CanvasRenderingContext2D,
  { nodes, view, focus, palette }: Scene,
  near: ReadonlySet<string> | null,
): void {
  for (const node of nodes) {
    context.globalAlpha = near === null || near.has(node.id) ? 1 : 0.25;
    context.fillStyle = palette.themes[node.theme] ?? palette.other;
    context.beginPath();
    context.arc(node.x ?? 0, node.y ?? 0, node.radius, 0, 2 * Math.PI);
    context.fill();
    context.lineWidth = (node.id === focus ? 3 : 1.5) / view.k;
    // A rim of paper parts dots from the links beneath.
    context.strokeStyle = node.id === focus ? palette.ink : palette.paper;
    context.stroke();
  }
}

const LABEL_LENGTH = 34;
/** So that labels stay few enough to read. */
const PIXELS_PER_LABEL = 14_000;
const LINE = 16;
const GAP = 4;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The largest nodes first, each at the first of four sides where there is room; a chosen one's neighbours alone. */
function drawLabels(
  context: CanvasRenderingContext2D,
  { nodes, view, width, height, palette }: Scene,
  near: ReadonlySet<string> | null,
): void {
  context.font = '500 12px "Figtree Variable", sans-serif';
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.globalAlpha = 1;
  context.lineJoin = "round";
  const dots = nodes.map((node) => dotOf(node, { view, width, height }));
  const taken: Box[] = [];
  const wanted = nodes.map((node, i) => ({ node, dot: dots[i] }));
  const most = Math.max(4, (width * height) / PIXELS_PER_LABEL);
  for (const { node, dot } of wanted.sort((a, b) => b.node.radius - a.node.radius)) {
    if (dot === undefined || (near !== null && !near.has(node.id))) continue;
    const text = shortened(node.label);
    const place = placesFor(dot, context.measureText(text).width).find(
      (box) =>
        isWithin(box, width, height) &&
        !taken.some((other) => meet(box, other)) &&
        !dots.some((other) => covers(box, other)),
    );
    if (place === undefined) continue;
    taken.push(place);
    // A halo keeps words legible over links.
    context.strokeStyle = palette.paper;
    context.lineWidth = 4;
    context.strokeText(text, place.left, (place.top + place.bottom) / 2);
    context.fillStyle = palette.ink;
    context.fillText(text, place.left, (place.top + place.bottom) / 2);
    if (taken.length >= most) return;
  }
}

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function dotOf(
  { x = 0, y = 0, radius }: Node,
  { view, width, height }: Pick<Scene, "view" | "width" | "height">,
): Dot {
  return {
    x: width / 2 + view.x + x * view.k,
    y: height / 2 + view.y + y * view.k,
    radius: radius * view.k,
  };
}

function shortened(label: string): string {
  return label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH).trimEnd()}…` : label;
}

/** Right, left, below and above of a dot. */
function placesFor({ x, y, radius }: Dot, width: number): Box[] {
  const box = (left: number, top: number): Box => ({ left, right: left + width, top, bottom: top + LINE });
  return [
    box(x + radius + GAP, y - LINE / 2),
    box(x - radius - GAP - width, y - LINE / 2),
    box(x - width / 2, y + radius + GAP),
    box(x - width / 2, y - radius - GAP - LINE),
  ];
}

function isWithin({ left, right, top, bottom }: Box, width: number, height: number): boolean {
  return left >= GAP && right <= width - GAP && top >= GAP && bottom <= height - GAP;
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom && b.top < a.bottom;
}

/** Whether a box covers a part of a dot. */
export function covers({ left, right, top, bottom }: Box, { x, y, radius }: Dot): boolean {
  const nearest = { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) };
  return Math.hypot(x - nearest.x, y - nearest.y) < radius + 1;
}
