/** Merges the metadata of two memories without losing a value. */
import { uniqueBy } from "../lists/uniqueBy";
import { nameKey } from "../text/nameKey";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = Map<string, Json>;

/** Conflicting values are kept in lists under this key, by their own keys. */
const MERGED_KEY = "merged";
/** Lists of names under this key are joined, since names do not conflict. */
const NAMES_KEY = "entities";

/** The union of two metadata, and the part of the later one that exceeded the limit. */
interface Union {
  readonly metadata: string;
  /** JSON text of an object; null if everything fitted. */
  readonly rest: string | null;
}

/**
 * Merges the metadata of a known memory with that of a later one; both are JSON texts of objects. A key in both keeps the
 * known value, and other values are listed under `merged.<key>`, each once. Lists of `entities` are joined. The union has
 * the same values in either order. Keys that would make it exceed `maxBytes` (compact JSON in UTF-8) go to `rest` whole.
 */
export function mergeMetadata(known: string, later: string, maxBytes: number): Union {
  let united = parsed(known);
  const left: Fields = new Map();
  let bytes = bytesOf(known);
  for (const [key, value] of parsed(later)) {
    const lists = key === MERGED_KEY ? mergedListsIn(value) : null;
    const next = lists === null ? withValue(united, key, value) : withMergedLists(united, lists);
    if (next === null) continue;
    const size = bytesOf(stringified(next));
    // A value that adds no bytes is always taken: the known metadata may exceed the limit already.
    if (size > maxBytes && size > bytes) left.set(key, value);
    else [united, bytes] = [next, size];
  }
  return { metadata: stringified(united), rest: left.size === 0 ? null : stringified(left) };
}

/** `fields` with another value of a key; null if they have it already. */
function withValue(fields: Fields, key: string, value: Json): Fields | null {
  const held = fields.get(key);
  if (held === undefined) return new Map([...fields, [key, value]]);
  if (key === NAMES_KEY && isNames(held) && isNames(value)) {
    const known = new Set(held.map(nameKey));
    const added = value.filter((name) => !known.has(nameKey(name)));
    const names = [...held, ...uniqueBy(added, nameKey)];
    return names.length === held.length ? null : new Map([...fields, [key, names]]);
  }
  return equal(held, value) ? null : withListedValue(fields, key, value);
}

/** `fields` with the lists that a later metadata has from earlier merges; null if they have all values already. */
function withMergedLists(fields: Fields, lists: ReadonlyMap<string, readonly Json[]>): Fields | null {
  let next = fields;
  for (const [key, values] of lists) {
    for (const value of values) {
      const held = next.get(key);
      if (key === MERGED_KEY || held === undefined || !equal(held, value))
        next = withListedValue(next, key, value) ?? next;
    }
  }
  return next === fields ? null : next;
}

/** `fields` with a value in the list of its key; null if the list has it. */
function withListedValue(fields: Fields, key: string, value: Json): Fields | null {
  const own = fields.get(MERGED_KEY);
  // A caller's own value under the key of the lists moves into a list.
  const kept: Map<string, Json[]> =
    mergedListsIn(own) ?? new Map(own === undefined ? [] : [[MERGED_KEY, [own]]]);
  const values = kept.get(key) ?? [];
  if (values.some((one) => equal(one, value))) return null;
  const lists = new Map<string, Json>([...kept, [key, [...values, value]]]);
  return new Map([...fields, [MERGED_KEY, Object.fromEntries(lists)]]);
}

/** The lists of conflicting values, if `value` is an object of non-empty lists; else null. */
function mergedListsIn(value: Json | undefined): Map<string, Json[]> | null {
  if (value === undefined || !isObject(value)) return null;
  const lists = new Map<string, Json[]>();
  for (const [key, list] of Object.entries(value)) {
    if (!Array.isArray(list) || list.length === 0) return null;
    lists.set(key, list);
  }
  return lists;
}

function isNames(value: Json): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON, ignoring the order of keys. */
function equal(a: Json, b: Json): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => equal(one, b[i] ?? null));
  if (isObject(a) && isObject(b)) {
    const [keys, others] = [Object.keys(a), new Map(Object.entries(b))];
    return (
      keys.length === others.size &&
      Object.entries(a).every(([key, one]) => {
        const other = others.get(key);
        return other !== undefined && equal(one, other);
      })
    );
  }
  return a === b;
}

function parsed(metadata: string): Fields {
  const value: { [key: string]: Json } = JSON.parse(metadata);
  return new Map(Object.entries(value));
}

function stringified(fields: Fields): string {
  return JSON.stringify(Object.fromEntries(fields));
}

function bytesOf(json: string): number {
  return new TextEncoder().encode(json).length;
}
