import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeTs, encodeTs, encodeVersion, INITIAL_VERSION } from "./versions";

it("encodes the initial version as clients expect it", () => {
  expect(encodeVersion(INITIAL_VERSION)).toBe('{"querySet":0,"ts":"AAAAAAAAAAA=","identity":0}');
});

it("decodes every encoded timestamp", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (ts) => {
      expect(decodeTs(encodeTs(ts))).toBe(ts);
    }),
  );
});

it("rejects other texts as timestamps", () => {
  for (const text of ["", "AAAA", "AAAAAAAAAAA", "AAAAAAAAAAA==", "AAAAAAAAA A=", "AAAAAAAAAAAA"]) {
    expect(decodeTs(text)).toBeNull();
  }
});
