// Runs the files of a build as scripts, and keeps their compiled code beside them: compiling, and compiling each function at its
// first call, took a fifth of a start for the app, and a fifth for the host. Node has a cache of its own only since 22.1. Plain JavaScript, because the runner
// (run/run.mjs) uses it before any TypeScript can run.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { writeAtomically } from "./sources.mjs";

/** Settings with which esbuild makes a script of a module, for `runScript`: one function around its code. */
export const SCRIPT_FORMAT = {
  format: "cjs",
  banner: '(function (exports, require, module, importMetaUrl, __host) { "use strict";',
  footer: "})",
  define: { "import.meta.url": "importMetaUrl" },
  // What a script with kept code imports later, Node can't resolve.
  supported: { "dynamic-import": false },
};

/**
 * The modules among the files that esbuild made, and their source maps, as scripts: esbuild can split only modules, and only scripts
 * keep their compiled code.
 * @param files esbuild's `outputFiles`; modules end with `.cjs`
 * @param define replacements of more identifiers
 */
export async function asScripts(files, transform, define = {}) {
  const maps = new Map(files.map(({ path, contents }) => [path, contents]));
  const scripts = files
    .filter(({ path }) => path.endsWith(".cjs"))
    .map(async ({ path, text }) => {
      const map = Buffer.from(maps.get(`${path}.map`) ?? []).toString("base64");
      const input = text.replace(/\n\/\/# sourceMappingURL=.*\n$/, "");
      const result = await transform(`${input}\n//# sourceMappingURL=data:application/json;base64,${map}\n`, {
        ...SCRIPT_FORMAT,
        define: { ...SCRIPT_FORMAT.define, ...define },
        target: "esnext",
        // Also without comments: one character beyond Latin-1 would double a text's size in memory.
        minifyWhitespace: true,
        sourcefile: path,
        sourcemap: "external",
        sourcesContent: false,
        logLevel: "silent",
      });
      const code = `${result.code}//# sourceMappingURL=${basename(path)}.map\n`;
      return [
        { path, contents: Buffer.from(code) },
        { path: `${path}.map`, contents: Buffer.from(result.map) },
      ];
    });
  return (await Promise.all(scripts)).flat();
}

/** Functions are compiled at their first call: after this time most have been called that a start needs. */
const SETTLED_MS = 3_000;
const CHECKSUM_BYTES = 4;

/** What each script exports, by URL: a process runs it once. */
const loaded = new Map();
/** Scripts that were compiled anew, by file. */
const compiled = new Map();

/**
 * The exports of a script made with `SCRIPT_FORMAT`. Errors of its code pass through.
 * @param url its file, as a file URL; frames of its code name it
 * @param globals what its code finds under `__host`
 */
export function runScript(url, globals) {
  const known = loaded.get(url);
  if (known !== undefined) return known.exports;
  const file = fileURLToPath(url);
  const cachedData = readCache(file);
  const script = new Script(readFileSync(file, "utf8"), {
    filename: url,
    ...(cachedData === null ? {} : { cachedData }),
  });
  if (script.cachedDataRejected !== false) saveLater(file, script);
  const module = { exports: {} };
  loaded.set(url, module);
  const require = createRequire(url);
  // The parts of a split bundle require each other.
  const requirePart = (name) =>
    /^\.\/.*\.cjs$/.test(name) ? runScript(new URL(name, url).href, globals) : require(name);
  try {
    script.runInThisContext()(module.exports, requirePart, module, url, globals);
  } catch (thrown) {
    loaded.delete(url);
    throw thrown;
  }
  return module.exports;
}

const cacheOf = (file) => `${file}.cache`;

/** V8 checks the version and the source's length, but trusts the bytes: half a file after a power failure must not run. */
function readCache(file) {
  let contents;
  try {
    contents = readFileSync(cacheOf(file));
  } catch {
    // None yet, or not readable: the code is compiled.
    return null;
  }
  if (contents.length <= CHECKSUM_BYTES) return null;
  const data = contents.subarray(CHECKSUM_BYTES);
  return contents.readUInt32LE(0) === crc32(data) ? data : null;
}

function saveLater(file, script) {
  if (compiled.size === 0) {
    setTimeout(save, SETTLED_MS).unref();
    process.once("exit", save);
  }
  compiled.set(file, script);
}

function save() {
  for (const [file, script] of compiled) {
    const data = script.createCachedData();
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(data));
    try {
      writeAtomically(cacheOf(file), Buffer.concat([checksum, data]));
    } catch {
      // A folder that can't be written, a full disk, or a build that is gone: the next start compiles again.
    }
  }
  compiled.clear();
}
