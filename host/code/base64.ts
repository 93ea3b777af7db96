/**
 * The base64 of convex's library, by Node's own: it reads and writes letter by letter, which was a twentieth of a search
 * among texts with their vectors. A text that is not base64 gives other bytes than there; neither of them refuses it.
 */
import type { Plugin } from "esbuild";

const BASE64 = `
  import { Buffer as Bytes } from "node:buffer";
  export function byteLength(text) {
    if (text.length % 4 > 0) throw new Error("Invalid string. Length must be a multiple of 4");
    const end = text.indexOf("=");
    return Math.floor((end < 0 ? text.length : end) * 3 / 4);
  }
  export function toByteArray(text) {
    const bytes = new Uint8Array(byteLength(text));
    Bytes.from(bytes.buffer).write(text, "base64");
    return bytes;
  }
  export function fromByteArray({ buffer, byteOffset, byteLength }) {
    return Bytes.from(buffer, byteOffset, byteLength).toString("base64");
  }
  export function fromByteArrayUrlSafeNoPadding({ buffer, byteOffset, byteLength }) {
    return Bytes.from(buffer, byteOffset, byteLength).toString("base64url");
  }
`;

const FILE = /[\\/]convex[\\/]dist[\\/]esm[\\/]values[\\/]base64\.js$/;

export const base64Plugin: Plugin = {
  name: "base64",
  setup(build) {
    build.onLoad({ filter: FILE }, () => ({ contents: BASE64, loader: "js" }));
    // Elsewhere it is one of Node's modules, which the default runtime does not have.
    build.onResolve({ filter: /^node:buffer$/ }, ({ path, importer }) =>
      FILE.test(importer) ? { path, external: true } : undefined,
    );
  },
};
