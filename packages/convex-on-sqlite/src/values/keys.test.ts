/** Index keys sort like their values. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConvexJson } from "../types";
import { afterPrefix, encodeKey } from "./keys";
import { compareValues } from "./order";
import { anyValue, jsonOf } from "../../test/testValues";

const part = fc.option(anyValue, { nil: undefined }).map((value) => jsonOf(value));
const tuple = fc.array(part, { maxLength: 3 });

function compareTuples(
  a: readonly (ConvexJson | undefined)[],
  b: readonly (ConvexJson | undefined)[],
): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

describe("encodeKey", () => {
  it("preserves the order of any two values", () => {
    fc.assert(
      fc.property(part, part, (a, b) => {
        expect(Buffer.compare(encodeKey([a]), encodeKey([b]))).toBe(Math.sign(compareValues(a, b)));
      }),
      { numRuns: 2000 },
    );
  });

  it("preserves the order of tuples, shorter ones first", () => {
    fc.assert(
      fc.property(tuple, tuple, tuple, (shared, a, b) => {
        const [left, right] = [
          [...shared, ...a],
          [...shared, ...b],
        ];
        expect(Buffer.compare(encodeKey(left), encodeKey(right))).toBe(Math.sign(compareTuples(left, right)));
      }),
      { numRuns: 1000 },
    );
  });

  it("makes a tuple's key a prefix of every longer tuple's key", () => {
    fc.assert(
      fc.property(tuple, tuple, (prefix, rest) => {
        const key = encodeKey(prefix);
        expect(encodeKey([...prefix, ...rest]).subarray(0, key.length)).toEqual(key);
      }),
    );
  });

  // Stored databases contain these bytes, so the encoding must not change, even if it sorts the same.
  it.each([
    [undefined, "01"],
    [null, "03"],
    [0n, "08"],
    [1n, "0901"],
    [127n, "097f"],
    [128n, "0a0080"],
    [32_767n, "0a7fff"],
    [32_768n, "0b00008000"],
    [2n ** 31n - 1n, "0b7fffffff"],
    [2n ** 31n, "0c0000000080000000"],
    [-1n, "07ff"],
    [-128n, "0780"],
    [-129n, "06ff7f"],
    [-32_768n, "068000"],
    [-32_769n, "05ffff7fff"],
    [-(2n ** 31n), "0580000000"],
    [-(2n ** 31n) - 1n, "04ffffffff7fffffff"],
    [1.5, "0dbff8000000000000"],
    [-1.5, "0d4007ffffffffffff"],
    [false, "0e"],
    [true, "0f"],
    ["a\0b", "106100ff6200"],
    [Uint8Array.of(0, 1).buffer, "1100ff0100"],
    [["a", 1], "121061000dbff000000000000000"],
    [{ b: 1, a: null }, "15106100031062000dbff000000000000000"],
    // JavaScript sorts such fields by number, whatever their order in the source.
    [{ 9: null, 10: null }, "1510313000031039000300"],
  ])("encodes %o as %s", (value, bytes) => {
    expect(encodeKey([value === undefined ? undefined : jsonOf(value)]).toString("hex")).toBe(bytes);
  });

  it("encodes bytes and texts that consist of zeros", () => {
    for (const length of [100, 127, 128, 1_000]) {
      expect(encodeKey([jsonOf(new ArrayBuffer(length))])).toHaveLength(2 * length + 2);
      expect(encodeKey(["\0".repeat(length)])).toHaveLength(2 * length + 2);
    }
  });

  it("sorts integers at every change of width", () => {
    const edges = [7n, 8n, 15n, 16n, 31n, 32n, 62n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits]);
    const rising = [...edges.map((edge) => -edge), 0n, ...edges].sort((a, b) => (a < b ? -1 : 1));
    const keys = rising.map((value) => encodeKey([jsonOf(value)]));
    expect(keys.toSorted(Buffer.compare)).toEqual(keys);
  });

  it("rejects invalid values", () => {
    const all: readonly ConvexJson[] = [{ $what: 1 }, [{ $integer: 1 }], { $undefined: null }];
    for (const malformed of all)
      expect(() => encodeKey([malformed])).toThrow("Malformed Convex JSON has no index key.");
  });

  it("rejects the commit timestamp placeholder at any depth", () => {
    expect(() => encodeKey([{ $commitTs: null }])).toThrow("commit timestamp");
    expect(() => encodeKey([[{ at: { $commitTs: null } }]])).toThrow("commit timestamp");
  });
});

describe("afterPrefix", () => {
  it("is above every key with the prefix and below every other larger key", () => {
    fc.assert(
      fc.property(tuple, tuple, (prefix, other) => {
        const key = encodeKey(prefix);
        const end = afterPrefix(key);
        const otherKey = encodeKey(other);
        const startsWith = otherKey.subarray(0, key.length).equals(key);
        const inside = Buffer.compare(key, otherKey) <= 0 && Buffer.compare(otherKey, end) < 0;
        expect(inside).toBe(startsWith && compareTuples(other.slice(0, prefix.length), prefix) === 0);
        expect(Buffer.compare(encodeKey([...prefix, ...other]), end)).toBe(-1);
      }),
      { numRuns: 1000 },
    );
  });

  it("excludes a text that continues after a zero character", () => {
    expect(Buffer.compare(encodeKey(["a\0b"]), afterPrefix(encodeKey(["a"])))).toBe(1);
  });
});
