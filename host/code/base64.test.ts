/** What stands for the library's base64, beside what it replaces. */
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

describe("base64 by Node", () => {
  it("has the names that the library's has", () => {
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
  });

  it("writes and reads as the library's does", () => {
    fc.assert(
      fc.property(bytes, fc.nat(8), (whole, from) => {
        // A view of a part: the rest of its buffer is not its own.
        const part = whole.subarray(Math.min(from, whole.length));
        const text = theirs.fromByteArray(part);
        expect(ours.fromByteArray(part)).toBe(text);
        expect(ours.fromByteArrayUrlSafeNoPadding(part)).toBe(theirs.fromByteArrayUrlSafeNoPadding(part));
        expect(ours.byteLength(text)).toBe(theirs.byteLength(text));
        const read = ours.toByteArray(text);
        expect(read).toEqual(theirs.toByteArray(text));
        // Whoever takes the buffer takes these bytes only.
        expect(read.buffer.byteLength).toBe(part.length);
      }),
    );
  });

  it("refuses a text that is cut off", () => {
    for (const base64 of [ours, theirs])
      expect(() => base64.toByteArray("AAAAA")).toThrow("Invalid string. Length must be a multiple of 4");
  });
});
