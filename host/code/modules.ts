/** Which files of a functions folder are modules, by the rules of the Convex CLI. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { LoadError } from "./loadError";

/** A file whose exports may be functions. */
interface SourceModule {
  /** As in function names: `folder/module`, without the extension. */
  readonly path: string;
  readonly file: string;
  readonly environment: "isolate" | "node";
}

const EXTENSION = /\.(?:js|mjs|cjs|ts|tsx|mts|cts|jsx)$/;
// Modules that the backend always evaluates in its own runtime.
const ISOLATE_ONLY = new Set(["http", "crons", "schema"]);

/** Paths of files under `dir`, each after `prefix`, which ends with a separator where it is not empty. */
function* walk(dir: string, prefix: string): Generator<string> {
  const entries = readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isFile()) {
      yield prefix + entry.name;
    } else if (entry.isDirectory() && !existsSync(join(dir, entry.name, "convex.config.ts"))) {
      // A folder with a definition of its own is a component, bundled where it is installed.
      yield* walk(join(dir, entry.name), `${prefix}${entry.name}${sep}`);
    }
  }
}

/** Whether the path of a file, relative to its functions folder, is one of a module. */
function isModule(path: string): boolean {
  const base = path.slice(path.lastIndexOf(sep) + 1);
  if (!EXTENSION.test(base) || path.startsWith(`_generated${sep}`) || path.includes(" ")) return false;
  if (base.startsWith(".") || base.startsWith("#") || base === "schema.ts" || base === "schema.js")
    return false;
  return base.split(".").length === 2;
}

/** Whether the file opens with the directive: before any statement, after comments at most. */
export function hasUseNode(source: string): boolean {
  const prologue =
    /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|(["'])(?!use node\1)[^"'\n]*\1\s*;?)*/.exec(source)?.[0] ?? "";
  return /^(["'])use node\1/.test(source.slice(prologue.length));
}

/**
 * The files under a functions folder that are modules unless their contents say otherwise: their paths in it, in a
 * stable order.
 */
export function moduleFiles(dir: string): string[] {
  return [...walk(dir, "")].filter(isModule);
}

/**
 * Lists the modules under a functions folder, in a stable order.
 * @throws {LoadError} for a name the platform reserves, or a directive where it is not allowed.
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
    // TypeScript calls a file without them a script, which has no exports to register.
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
