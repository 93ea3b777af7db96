/** Which files of a functions folder are modules, by the rules of the Convex CLI. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { LoadError } from "./loadError";

/** A file that may export functions. */
interface SourceModule {
  /** As in function names: `folder/module`, without the extension. */
  readonly path: string;
  readonly file: string;
  readonly environment: "isolate" | "node";
}

const EXTENSION = /\.(?:js|mjs|cjs|ts|tsx|mts|cts|jsx)$/;
// Convex always evaluates these modules in its own runtime.
const ISOLATE_ONLY = new Set(["http", "crons", "schema"]);

/** Paths of the files under `dir`, each with `prefix`, which must be empty or end with a separator. */
function* walk(dir: string, prefix: string): Generator<string> {
  const entries = readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isFile()) {
      yield prefix + entry.name;
    } else if (entry.isDirectory() && !existsSync(join(dir, entry.name, "convex.config.ts"))) {
      // A folder with its own convex.config.ts is a component, which is bundled where it is installed.
      yield* walk(join(dir, entry.name), `${prefix}${entry.name}${sep}`);
    }
  }
}

/** Whether a file, by its path relative to the functions folder, is a module. */
function isModule(path: string): boolean {
  const base = path.slice(path.lastIndexOf(sep) + 1);
  if (!EXTENSION.test(base) || path.startsWith(`_generated${sep}`) || path.includes(" ")) return false;
  if (base.startsWith(".") || base.startsWith("#") || base === "schema.ts" || base === "schema.js")
    return false;
  return base.split(".").length === 2;
}

/** Whether the file starts with the "use node" directive, before any statement; comments may precede it. */
export function hasUseNode(source: string): boolean {
  const prologue =
    /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|(["'])(?!use node\1)[^"'\n]*\1\s*;?)*/.exec(source)?.[0] ?? "";
  return /^(["'])use node\1/.test(source.slice(prologue.length));
}

/**
 * The files under a functions folder that are modules unless their contents exclude them, as relative paths in a stable
 * order.
 */
export function moduleFiles(dir: string): string[] {
  return [...walk(dir, "")].filter(isModule);
}

/**
 * Lists the modules under a functions folder, in a stable order.
 * @throws {LoadError} for a name that the platform reserves, or "use node" where it is not allowed
 */
export function listModules(dir: string): SourceModule[] {
  const modules: SourceModule[] = [];
  for (const name of moduleFiles(dir)) {
    const file = join(dir, name);
    const relativePath = name.split(sep).join("/");
    if (relativePath.startsWith("_deps/")) {
      throw new LoadError(`${relativePath}: the folder _deps is reserved for bundled dependencies.`);
    }
    const source = readFileSync(file, "utf8");
    // A TypeScript file without import or export is a script, which has no exports.
    if (/\.tsx?$/.test(file) && !/^\s{0,100}(?:import|export)/m.test(source)) continue;
    const path = relativePath.replace(EXTENSION, "");
    const environment = source.includes("use node") && hasUseNode(source) ? "node" : "isolate";
    if (environment === "node" && ISOLATE_ONLY.has(path)) {
      throw new LoadError(`${relativePath}: "use node" is not allowed here.`);
    }
    modules.push({ path, file, environment });
  }
  return modules;
}

/** The schema file of a functions folder, if it has one. */
export function schemaFile(dir: string): string | null {
  return scriptFile(dir, "schema");
}

/** The component definition of a folder, if it has one. */
export function definitionFile(dir: string): string | null {
  return scriptFile(dir, "convex.config");
}

function scriptFile(dir: string, name: string): string | null {
  return [".ts", ".js"].map((end) => join(dir, name + end)).find((file) => existsSync(file)) ?? null;
}
