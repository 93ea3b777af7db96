/** Compares the base64 replacement with the library's code. */
import { build } from "esbuild";
import fc from "fast-check";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { base64Plugin } from "./base64";

interface Base64 {
  byteLength(text: string): number;
  toByteArray(text: string): Uint8Array;
  fromByteArray(bytes: Uint8Array): string;
  fromByteArrayUrlSafeNoPadding(bytes: Uint8Array): string;
}

const FILE = resolve("node_modules/convex/dist/esm/values/base64.js");
let theirs: Base64;
let ours: Base64;

beforeAll(async () => {
  theirs = (await import(pathToFileURL(FILE).href)) as Base64;
  const { outputFiles } = await build({
    entryPoints: [FILE],
    plugins: [base64Plugin],
    bundle: true,
    write: false,
    format: "esm",
  });
  const [file] = outputFiles;
  ours = (await import(`data:text/javascript,${encodeURIComponent(file?.text ?? "")}`)) as Base64;
});

const bytes = fc.uint8Array({ maxLength: 200 });

describe("the base64 replacement", () => {
  it("exports the same names as the library", () => {
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
  });

  it("encodes and decodes like the library", () => {
    fc.assert(
      fc.property(bytes, fc.nat(8), (whole, from) => {
        // A view of part of a buffer: the rest must not be encoded.
        const part = whole.subarray(Math.min(from, whole.length));
        const text = theirs.fromByteArray(part);
        expect(ours.fromByteArray(part)).toBe(text);
        expect(ours.fromByteArrayUrlSafeNoPadding(part)).toBe(theirs.fromByteArrayUrlSafeNoPadding(part));
        expect(ours.byteLength(text)).toBe(theirs.byteLength(text));
        const read = ours.toByteArray(text);
        expect(read).toEqual(theirs.toByteArray(text));
        // The buffer must contain only these bytes.
        expect(read.buffer.byteLength).toBe(part.length);
      }),
    );
  });

  it("rejects truncated text", () => {
    for (const base64 of [ours, theirs])
      expect(() => base64.toByteArray("AAAAA")).toThrow("Invalid string. Length must be a multiple of 4");
  });
});
