/** An index of read sets: which subscriptions does a commit touch? Cost grows with the answer, not with the subscriptions. */
import type { KeyInterval, ReadSet, WriteSet } from "../types";

/** One distinct interval and everyone who read it; a node of a treap ordered by (start, end), with the greatest end below it. */
interface Node {
  readonly interval: KeyInterval;
  readonly readers: Set<number>;
  readonly priority: number;
  /** The greatest end in this subtree. */
  maxEnd: Uint8Array;
  left: Node | null;
  right: Node | null;
}

export class ReadSetIndex {
  private readonly readSets = new Map<number, ReadSet>();
  private readonly byDocument = new Map<string, Set<number>>();
  private readonly bySearchIndex = new Map<number, Set<number>>();
  private readonly trees = new Map<number, Node>();

  /** The number of read sets held. */
  get size(): number {
    return this.readSets.size;
  }

  /** Registers what `id` read, in place of what it had read before. */
  set(id: number, reads: ReadSet): void {
    this.delete(id);
    this.readSets.set(id, reads);
    for (const documentId of reads.ids) addTo(this.byDocument, documentId, id);
    for (const searchIndex of reads.searchIndexes) addTo(this.bySearchIndex, searchIndex, id);
    for (const interval of reads.intervals) {
      const tree = this.trees.get(interval.indexId) ?? null;
      this.trees.set(interval.indexId, insert(tree, interval, id));
    }
  }

  delete(id: number): void {
    const reads = this.readSets.get(id);
    if (reads === undefined) return;
    this.readSets.delete(id);
    for (const documentId of reads.ids) removeFrom(this.byDocument, documentId, id);
    for (const searchIndex of reads.searchIndexes) removeFrom(this.bySearchIndex, searchIndex, id);
    for (const interval of reads.intervals) {
      const tree = remove(this.trees.get(interval.indexId) ?? null, interval, id);
      if (tree === null) this.trees.delete(interval.indexId);
      else this.trees.set(interval.indexId, tree);
    }
  }

  /** Everyone whose read set holds something that these writes changed. */
  affected(writes: WriteSet): Set<number> {
    const found = new Set<number>();
    for (const documentId of writes.ids) addAll(found, this.byDocument.get(documentId));
    for (const searchIndex of writes.searchIndexes) addAll(found, this.bySearchIndex.get(searchIndex));
    for (const { indexId, key } of writes.keys) stab(this.trees.get(indexId) ?? null, key, found);
    return found;
  }
}

function addTo<K>(map: Map<K, Set<number>>, key: K, id: number): void {
  const ids = map.get(key);
  if (ids === undefined) map.set(key, new Set([id]));
  else ids.add(id);
}

function removeFrom<K>(map: Map<K, Set<number>>, key: K, id: number): void {
  const ids = map.get(key);
  ids?.delete(id);
  if (ids?.size === 0) map.delete(key);
}

function addAll(target: Set<number>, ids: Set<number> | undefined): void {
  if (ids !== undefined) for (const id of ids) target.add(id);
}

function compareIntervals(a: KeyInterval, b: KeyInterval): number {
  const byStart = Buffer.compare(a.start, b.start);
  return byStart === 0 ? Buffer.compare(a.end, b.end) : byStart;
}

function insert(node: Node | null, interval: KeyInterval, reader: number): Node {
  if (node === null) {
    const readers = new Set([reader]);
    return { interval, readers, priority: Math.random(), maxEnd: interval.end, left: null, right: null };
  }
  const order = compareIntervals(interval, node.interval);
  if (order === 0) {
    node.readers.add(reader);
    return node;
  }
  if (order < 0) {
    const left = insert(node.left, interval, reader);
    node.left = left;
    if (left.priority > node.priority) return rotateRight(node, left);
  } else {
    const right = insert(node.right, interval, reader);
    node.right = right;
    if (right.priority > node.priority) return rotateLeft(node, right);
  }
  return refresh(node);
}

function remove(node: Node | null, interval: KeyInterval, reader: number): Node | null {
  if (node === null) return null;
  const order = compareIntervals(interval, node.interval);
  if (order === 0) {
    node.readers.delete(reader);
    return node.readers.size === 0 ? join(node.left, node.right) : node;
  }
  if (order < 0) node.left = remove(node.left, interval, reader);
  else node.right = remove(node.right, interval, reader);
  return refresh(node);
}

/** Joins two treaps of which every interval of the first comes before every one of the second. */
function join(left: Node | null, right: Node | null): Node | null {
  if (left === null) return right;
  if (right === null) return left;
  if (left.priority > right.priority) {
    left.right = join(left.right, right);
    return refresh(left);
  }
  right.left = join(left, right.left);
  return refresh(right);
}

function rotateRight(node: Node, left: Node): Node {
  node.left = left.right;
  left.right = refresh(node);
  return refresh(left);
}

function rotateLeft(node: Node, right: Node): Node {
  node.right = right.left;
  right.left = refresh(node);
  return refresh(right);
}

function refresh(node: Node): Node {
  let maxEnd = node.interval.end;
  if (node.left !== null && Buffer.compare(node.left.maxEnd, maxEnd) > 0) maxEnd = node.left.maxEnd;
  if (node.right !== null && Buffer.compare(node.right.maxEnd, maxEnd) > 0) maxEnd = node.right.maxEnd;
  node.maxEnd = maxEnd;
  return node;
}

function stab(node: Node | null, key: Uint8Array, found: Set<number>): void {
  if (node === null || Buffer.compare(node.maxEnd, key) <= 0) return;
  stab(node.left, key, found);
  if (Buffer.compare(node.interval.start, key) > 0) return;
  if (Buffer.compare(node.interval.end, key) > 0) addAll(found, node.readers);
  stab(node.right, key, found);
}
