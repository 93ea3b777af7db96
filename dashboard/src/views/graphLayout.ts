/** Places the memories of the graph: linked ones lie together, and so do those of a theme. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";
import type { CoreMemory, GraphLink, MemoryGraph } from "../../../client";

export interface Node extends SimulationNodeDatum {
  readonly id: string;
  readonly label: string;
  readonly radius: number;
  /** The number of its theme among the largest; −1 for none of these. */
  readonly theme: number;
}

export interface Edge {
  readonly source: Node;
  readonly target: Node;
  readonly type: GraphLink["type"];
  readonly strength: number;
}

/** Places the nodes. It runs at once, not in view: nothing moves that nobody moves. */
export function layout(graph: MemoryGraph, themes: readonly CoreMemory[]): { nodes: Node[]; links: Edge[] } {
  const themeOf = new Map(themes.flatMap(({ memories }, i) => memories.map((id) => [id, i] as const)));
  const nodes = graph.memories.map(({ _id, content, importance }): Node => ({
    id: _id,
    label: content,
    radius: 4 + 9 * importance,
    theme: themeOf.get(_id) ?? -1,
  }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const links = graph.links.flatMap(({ sourceId, targetId, type, strength }): Edge[] => {
    const [source, target] = [byId.get(sourceId), byId.get(targetId)];
    return source === undefined || target === undefined ? [] : [{ source, target, type, strength }];
  });
  const spread = 26 * Math.sqrt(nodes.length);
  // Each theme has its place on a circle, so that its members lie together without links as well.
  const place = ({ theme }: Node, turn: (angle: number) => number): number =>
    theme < 0 ? 0 : spread * turn((2 * Math.PI * theme) / Math.max(1, themes.length));
  forceSimulation(nodes)
    .force(
      "link",
      forceLink<Node, Edge>(links)
        .distance(60)
        .strength(({ strength }) => 0.15 + 0.4 * strength),
    )
    .force("charge", forceManyBody().strength(-110).distanceMax(320))
    .force(
      "collide",
      forceCollide<Node>(({ radius }) => radius + 9),
    )
    .force("x", forceX<Node>((node) => place(node, Math.cos)).strength(0.07))
    .force("y", forceY<Node>((node) => place(node, Math.sin)).strength(0.07))
    .stop()
    .tick(nodes.length > 250 ? 160 : 260);
  return { nodes, links };
}

/** The box around all nodes, with a margin. */
export function extent(nodes: readonly Node[]): { x: number; y: number; width: number; height: number } {
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
