/** Checks the trees of an aggregate component: complete, ordered, with correct counts and sums. */
import type { ConvexJson, ConvexObject } from "../../src/types";
import { compareValues } from "../../src/values/order";
import type { CheckedDocument } from "./documents";
import type { Report } from "./finding";

/** An item of a tree in Convex JSON: key, value (usually an id), summand. */
interface Item {
  readonly k: ConvexJson;
  readonly v: ConvexJson;
  readonly s: number;
}

interface Node {
  readonly _id: string;
  readonly items: readonly Item[];
  readonly subtrees: readonly string[];
  readonly aggregate?: { readonly count: number; readonly sum: number };
}

interface Totals {
  readonly items: readonly Item[];
  readonly sum: number;
}

/**
 * Reports errors in the trees of an aggregate component, and returns the counted values by namespace in Convex JSON text
 * (`undefined` for a tree without one).
 */
export function checkAggregate(
  documents: readonly CheckedDocument[],
  componentPath: string,
  report: Report,
): ReadonlyMap<string, readonly ConvexJson[]> {
  const nodes = new Map<string, Node>();
  const trees: ConvexObject[] = [];
  for (const { tablet, document } of documents) {
    if (tablet.componentPath !== componentPath) continue;
    // The component's validator has checked the shape.
    if (tablet.name === "btreeNode") nodes.set(String(document._id), document as unknown as Node);
    if (tablet.name === "btree") trees.push(document);
    if (tablet.name === "deadLetterOperations")
      report("aggregate", `${componentPath} gave up on an operation: ${JSON.stringify(document)}`);
  }
  const values = new Map<string, readonly ConvexJson[]>();
  for (const tree of trees) {
    const namespace = JSON.stringify(tree.namespace) ?? "undefined";
    if (values.has(namespace)) report("aggregate", `${componentPath} has two trees for ${namespace}`);
    const { items } = totalsOf(String(tree.root), nodes, `${componentPath} ${namespace}`, report);
    for (const [i, item] of items.entries()) {
      const before = items[i - 1];
      if (before !== undefined && compareValues(before.k, item.k) >= 0)
        report("aggregate", `${componentPath} ${namespace} is out of order at ${JSON.stringify(item.k)}`);
    }
    values.set(
      namespace,
      items.map(({ v }) => v),
    );
  }
  for (const id of nodes.keys()) report("aggregate", `${componentPath} has node ${id}, which is in no tree`);
  return values;
}

/** Walks a tree in order and removes its nodes from `nodes`, so that the rest belongs to no tree. */
function totalsOf(id: string, nodes: Map<string, Node>, where: string, report: Report): Totals {
  const node = nodes.get(id);
  if (node === undefined) {
    report("aggregate", `${where}: node ${id} is missing or a duplicate`);
    return { items: [], sum: 0 };
  }
  nodes.delete(id);
  const items: Item[] = [];
  let sum = 0;
  const subtrees = node.subtrees.map((subtree) => totalsOf(subtree, nodes, where, report));
  if (subtrees.length > 0 && subtrees.length !== node.items.length + 1)
    report(
      "aggregate",
      `${where}: node ${id} has ${node.items.length} items and ${subtrees.length} subtrees`,
    );
  for (let i = 0; i < Math.max(node.items.length, subtrees.length); i++) {
    const [subtree, item] = [subtrees[i], node.items[i]];
    if (subtree !== undefined) {
      for (const below of subtree.items) items.push(below);
      sum += subtree.sum;
    }
    if (item !== undefined) {
      items.push(item);
      sum += item.s;
    }
  }
  const counted = node.aggregate;
  if (counted !== undefined && (counted.count !== items.length || Math.abs(counted.sum - sum) > 1e-9))
    report("aggregate", `${where}: node ${id} counts ${counted.count} of ${items.length} items`);
  return { items, sum };
}
