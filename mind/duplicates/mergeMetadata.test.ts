import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameKey } from "../text/nameKey";
import { mergeMetadata } from "./mergeMetadata";

const ROOM = 1_000_000;
const united = (known: object, later: object): unknown =>
  JSON.parse(mergeMetadata(JSON.stringify(known), JSON.stringify(later), ROOM).metadata);

describe("mergeMetadata", () => {
  test("keeps keys that only one side has", () => {
    expect(united({ a: 1 }, { b: { c: [2] } })).toEqual({ a: 1, b: { c: [2] } });
  });

  test("lists later values of a shared key, each once", () => {
    const once = united({ source: "letter" }, { source: "call" });
    expect(once).toEqual({ source: "letter", merged: { source: ["call"] } });
    expect(united(once as object, { source: "call" })).toEqual(once);
    expect(united(once as object, { source: "letter" })).toEqual(once);
    expect(united(once as object, { source: ["call"] })).toEqual({
      source: "letter",
      merged: { source: ["call", ["call"]] },
    });
  });

  test("treats objects with another order of keys as equal", () => {
    expect(united({ at: { x: 1, y: 2 } }, { at: { y: 2, x: 1 } })).toEqual({ at: { x: 1, y: 2 } });
  });

  test("joins lists of entities, each name once", () => {
    expect(united({ entities: ["Anna", "Berlin"] }, { entities: ["berlin", "Oslo"] })).toEqual({
      entities: ["Anna", "Berlin", "Oslo"],
    });
  });

  test("keeps a caller's own value under the key of the lists", () => {
    expect(united({ merged: true, a: 1 }, { a: 2 })).toEqual({ merged: { merged: [true], a: [2] }, a: 1 });
    expect(united({ a: 1, merged: { a: [2] } }, { merged: "no" })).toEqual({
      a: 1,
      merged: { a: [2], merged: ["no"] },
    });
    expect(united({ merged: "yes" }, { merged: "no" })).toEqual({ merged: { merged: ["yes", "no"] } });
  });

  test("keeps values that were merged into the later one before", () => {
    expect(united({ a: 1 }, { a: 2, merged: { a: [1, 3], b: [4] } })).toEqual({
      a: 1,
      merged: { a: [2, 3], b: [4] },
    });
  });

  test("keeps keys that are special to JavaScript", () => {
    const known = '{"__proto__":{"a":1}}';
    expect(mergeMetadata(known, '{"__proto__":2}', ROOM).metadata).toBe(
      '{"__proto__":{"a":1},"merged":{"__proto__":[2]}}',
    );
  });

  test("returns keys that would exceed the limit as the rest", () => {
    const big = "x".repeat(90);
    const { metadata, rest } = mergeMetadata('{"a":1}', JSON.stringify({ a: big, b: 2 }), 60);
    expect(metadata).toBe('{"a":1,"b":2}');
    expect(rest).toBe(JSON.stringify({ a: big }));
  });
});

describe("for any metadata", () => {
  const leaf = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom("x", "y", null, true),
    fc.constant([]),
  );
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("p", "q"), leaf),
  );
  const names = fc.array(fc.constantFrom("Anna", "anna", "Oslo"), { maxLength: 3 });
  const metadata = fc.record(
    {
      a: value,
      b: value,
      entities: fc.oneof(names, value),
      merged: fc.oneof(
        value,
        fc.dictionary(fc.constantFrom("a", "b", "merged"), fc.array(value, { maxLength: 2 })),
      ),
    },
    { requiredKeys: [] },
  );

  test("no value is lost in either order, and repeating a merge changes nothing", () => {
    fc.assert(
      fc.property(metadata, metadata, metadata, (one, other, third) => {
        const [a, b, c] = [one, other, third].map((each) => JSON.stringify(each)) as [string, string, string];
        const ab = mergeMetadata(a, b, ROOM);
        expect(ab.rest).toBeNull();
        const values = new Set([...valuesIn(a), ...valuesIn(b)]);
        expect(valuesIn(ab.metadata)).toEqual(values);
        expect(valuesIn(mergeMetadata(b, a, ROOM).metadata)).toEqual(values);
        expect(mergeMetadata(ab.metadata, b, ROOM).metadata).toBe(ab.metadata);
        const all = valuesIn(mergeMetadata(ab.metadata, c, ROOM).metadata);
        expect(all).toEqual(valuesIn(mergeMetadata(mergeMetadata(c, b, ROOM).metadata, a, ROOM).metadata));
      }),
      { numRuns: 300 },
    );
  });

  test("the limit holds, and the union and the rest have all values", () => {
    fc.assert(
      fc.property(metadata, metadata, fc.integer({ min: 2, max: 200 }), (one, other, most) => {
        const [known, later] = [JSON.stringify(one), JSON.stringify(other)];
        const { metadata: sum, rest } = mergeMetadata(known, later, most);
        expect(sum.length).toBeLessThanOrEqual(Math.max(most, known.length));
        const all = new Set([...valuesIn(sum), ...valuesIn(rest ?? "{}")]);
        expect(all).toEqual(new Set([...valuesIn(known), ...valuesIn(later)]));
      }),
    );
  });
});

/** All values by their keys, wherever they stand; names one by one. */
function valuesIn(metadata: string): Set<string> {
  const values = new Set<string>();
  const note = (key: string, value: unknown) => {
    if (key === "entities" && Array.isArray(value) && value.every((name) => typeof name === "string"))
      for (const name of value) values.add(`entities: ${nameKey(name)}`);
    else values.add(`${key}: ${canonical(value)}`);
  };
  const fields: Record<string, unknown> = JSON.parse(metadata);
  for (const [key, value] of Object.entries(fields)) {
    const lists = Object.entries(key === "merged" && isObject(value) ? value : {});
    const isKept = key === "merged" && isObject(value) && lists.every(([, list]) => isFull(list));
    if (isKept) for (const [of, list] of lists) for (const one of list as unknown[]) note(of, one);
    else note(key, value);
  }
  return values;
}

function isFull(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${key}:${canonical(one)}`)
    .sort()
    .join()}}`;
}
