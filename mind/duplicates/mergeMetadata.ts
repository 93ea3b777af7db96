/** One metadata out of two: a union in which nothing is lost, whichever came first. */
import { uniqueBy } from "../lists/uniqueBy";
import { nameKey } from "../text/names";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = Map<string, Json>;

/** The values that lost their place to another are kept in lists under this key, each by its own. */
const KEPT = "merged";
/** A list of names, united as one: a name is no more in conflict with another than two memories are. */
const NAMES = "entities";

/** What became of two metadata: their union, and what of the later one had no room in it. */
export interface Union {
  readonly metadata: string;
  /** JSON text of an object; null where everything found room. */
  readonly rest: string | null;
}

/**
 * Unites the metadata of a memory that is known with that of a later one; both are JSON texts of objects. A key that
 * both have keeps the known value, and other values are listed under `merged.<key>`, each once. Lists of `entities` are
 * joined. Which values the union holds does not depend on the order. Beyond `mostBytes` (compact JSON in UTF-8) nothing
 * is added: the keys that would not fit are left in `rest`, whole.
 */
export function mergeMetadata(known: string, later: string, mostBytes: number): Union {
  let sofar = read(known);
  const left: Fields = new Map();
  let bytes = bytesOf(known);
  for (const [key, value] of read(later)) {
    const next = key === KEPT ? withKept(sofar, value) : withValue(sofar, key, value);
    if (next === null) continue;
    const size = bytesOf(written(next));
    // What does not grow is always taken: a memory may have more than the bound from the start.
    if (size > mostBytes && size > bytes) left.set(key, value);
    else [sofar, bytes] = [next, size];
  }
  return { metadata: written(sofar), rest: left.size === 0 ? null : written(left) };
}

/** `fields` and one more value of a key; null where they have it already. */
function withValue(fields: Fields, key: string, value: Json): Fields | null {
  const held = fields.get(key);
  if (held === undefined) return new Map([...fields, [key, value]]);
  if (key === NAMES && isNames(held) && isNames(value)) {
    const known = new Set(held.map(nameKey));
    const added = value.filter((name) => !known.has(nameKey(name)));
    const names = [...held, ...uniqueBy(added, nameKey)];
    return names.length === held.length ? null : new Map([...fields, [key, names]]);
  }
  return equal(held, value) ? null : keeping(fields, key, value);
}

/** `fields` and what a later metadata kept from merges of its own, or a caller's own value under that key. */
function withKept(fields: Fields, value: Json): Fields | null {
  const kept = keptIn(value);
  if (kept === null)
    return keptIn(fields.get(KEPT)) === null && !fields.has(KEPT)
      ? new Map([...fields, [KEPT, value]])
      : withOwn(fields, value);
  let next = fields;
  for (const [key, values] of kept) {
    for (const one of values) {
      const held = next.get(key);
      if (key === KEPT || held === undefined || !equal(held, one)) next = keeping(next, key, one) ?? next;
    }
  }
  return next === fields ? null : next;
}

/** A caller's own value under the key of the lists. */
function withOwn(fields: Fields, value: Json): Fields | null {
  const held = fields.get(KEPT);
  return held !== undefined && equal(held, value) ? null : keeping(fields, KEPT, value);
}

/** `fields` with a value in the list of its key; null where the list has it. */
function keeping(fields: Fields, key: string, value: Json): Fields | null {
  const own = fields.get(KEPT);
  // A caller's own value under the key of the lists moves into the first of them.
  const kept: Map<string, Json[]> = keptIn(own) ?? new Map(own === undefined ? [] : [[KEPT, [own]]]);
  const values = kept.get(key) ?? [];
  if (values.some((one) => equal(one, value))) return null;
  const lists = new Map<string, Json>([...kept, [key, [...values, value]]]);
  return new Map([...fields, [KEPT, Object.fromEntries(lists)]]);
}

/** The lists of kept values, where `value` has their form: an object of lists that are not empty. */
function keptIn(value: Json | undefined): Map<string, Json[]> | null {
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

/** Whether two values are the same JSON, whatever the order of their keys. */
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

function read(metadata: string): Fields {
  const value: { [key: string]: Json } = JSON.parse(metadata);
  return new Map(Object.entries(value));
}

function written(fields: Fields): string {
  return JSON.stringify(Object.fromEntries(fields));
}

function bytesOf(json: string): number {
  return new TextEncoder().encode(json).length;
}
