/** Why an app could not be loaded: one message a developer can act on, with file and line where they are known. */
import type { Message } from "esbuild";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The app is wrong (not the host): the message names what and where. */
export class LoadError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LoadError";
  }
}

/** `path` as a reader of the project names it: relative to `root`, with `/`. */
export function projectPath(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

function isBuildFailure(cause: unknown): cause is { errors: Message[] } {
  return cause instanceof Error && "errors" in cause && Array.isArray(cause.errors);
}

/** The bundler's advice on its own settings, which are the host's matter. */
const ADVICE = /platform: 'node'|as external/;

function describe(message: Message, prefix: string): string {
  const { location } = message;
  const where = location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
  const told = message.notes.filter(({ text }) => !ADVICE.test(text));
  const notes = told.map(({ text }) => `\n    ${text}`).join("");
  return `${prefix}${where}${message.text}${notes}`;
}

/** Turns what esbuild rejects with into a `LoadError`; anything else is returned as it is. */
export function fromBuildFailure(cause: unknown): unknown {
  if (!isBuildFailure(cause)) return cause;
  const needsNode = cause.errors.some((error) =>
    error.notes.some((note) => note.text.includes("Are you trying to bundle for node?")),
  );
  const hint = needsNode
    ? '\nThe default runtime has no Node built-ins: move this to an action in a file that starts with "use node".'
    : "";
  const lines = cause.errors.map((error) => describe(error, "  "));
  return new LoadError(`The functions could not be bundled:\n${lines.join("\n")}${hint}`, { cause });
}

/** The first line of a (source-mapped) stack that stands in the project's own code, as `file:line:column`. */
function sourceLocation(stack: string, root: string): string | null {
  // Folders may have spaces and brackets in their names: a place begins where the project's own folder does.
  const [path, url] = [join(root, sep), `${pathToFileURL(root).href}/`];
  for (const line of stack.split("\n")) {
    const start = Math.max(line.indexOf(path), line.indexOf(url));
    const found = start < 0 ? null : /^(.+):(\d+):(\d+)\)?$/.exec(line.slice(start));
    if (found === null) continue;
    const [, place = "", row, column] = found;
    const name = projectPath(root, place.startsWith(url) ? fileURLToPath(place) : place);
    if (name.includes("node_modules/")) continue;
    return `${name}:${row}:${column}`;
  }
  return null;
}

/**
 * Wraps what was thrown while modules were loaded.
 * @param module where it happened, as near as the caller knows; the stack may know better
 */
export function fromModuleFailure(cause: unknown, module: string, root: string): LoadError {
  if (cause instanceof LoadError) return cause;
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const where =
    cause instanceof Error && cause.stack !== undefined ? sourceLocation(cause.stack, root) : null;
  const name = where === null ? module : where.replace(/(?::\d+){2}$/, "");
  return new LoadError(`Could not load ${name}: ${text}${where === null ? "" : `\n    at ${where}`}`, {
    cause,
  });
}
