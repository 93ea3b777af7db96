/**
 * The server library of convex, which is bundled once for all units of an app, and without the names of its functions:
 * it makes its closures anew at each call, and naming them took a fifth of the time of a short one.
 */
import type { OnResolveArgs, Plugin, PluginBuild } from "esbuild";

/** The folder of the library's bundle, beside those of the units. */
export const LIBRARY_FOLDER = "library";

/** The modules of the package that functions are written with, by the file that they become. */
export const LIBRARY_MODULES: Readonly<Record<string, string>> = {
  server: "convex/server",
  values: "convex/values",
};

/** Marks the resolutions that this plugin itself asks for. */
const ASKED = Symbol("asked");

function resolved(build: PluginBuild, path: string, from: Pick<OnResolveArgs, "kind" | "resolveDir">) {
  return build.resolve(path, { kind: from.kind, resolveDir: from.resolveDir, pluginData: ASKED });
}

/**
 * Leads the imports of a unit, whose folder stands beside the library's, to the library's bundle. A package that
 * brings another copy of convex keeps it, and so does what requires it as CommonJS.
 * @param root the project's folder, from where the library was bundled
 */
export function libraryPlugin(root: string): Plugin {
  return {
    name: "library",
    setup(build) {
      for (const [file, module] of Object.entries(LIBRARY_MODULES)) {
        build.onResolve({ filter: new RegExp(`^${module}$`) }, async (args) => {
          if (args.pluginData === ASKED || !args.kind.startsWith("import")) return undefined;
          const [wanted, shared] = await Promise.all([
            resolved(build, args.path, args),
            resolved(build, module, { kind: args.kind, resolveDir: root }),
          ]);
          if (wanted.errors.length > 0 || wanted.path !== shared.path) return undefined;
          return { path: `../${LIBRARY_FOLDER}/${file}.mjs`, external: true };
        });
      }
    },
  };
}

/**
 * The library's base64, by Node's own: it reads and writes letter by letter, which was a twentieth of a search among
 * texts with their vectors. A text that is not base64 gives other bytes than there; neither of them refuses it.
 */
const BASE64 = `
  export function byteLength(text) {
    if (text.length % 4 > 0) throw new Error("Invalid string. Length must be a multiple of 4");
    const end = text.indexOf("=");
    return Math.floor((end < 0 ? text.length : end) * 3 / 4);
  }
  export function toByteArray(text) {
    const bytes = new Uint8Array(byteLength(text));
    Buffer.from(bytes.buffer).write(text, "base64");
    return bytes;
  }
  export function fromByteArray({ buffer, byteOffset, byteLength }) {
    return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  }
  export function fromByteArrayUrlSafeNoPadding({ buffer, byteOffset, byteLength }) {
    return Buffer.from(buffer, byteOffset, byteLength).toString("base64url");
  }
`;

export const base64Plugin: Plugin = {
  name: "base64",
  setup(build) {
    const filter = /[\\/]convex[\\/]dist[\\/]esm[\\/]values[\\/]base64\.js$/;
    build.onLoad({ filter }, () => ({ contents: BASE64, loader: "js" }));
  },
};
