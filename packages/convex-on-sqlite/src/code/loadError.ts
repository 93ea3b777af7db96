/** Errors of loading an app: one message that a developer can act on, with file and line if they are known. */
import type { Message } from "esbuild";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { framesOf } from "../engine/stackFrames";

/** An error in the app, not in the host. The message says what is wrong and where. */
export class LoadError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LoadError";
  }
}

/** `path` relative to `root`, with `/` as the separator. */
export function projectPath(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

function isBuildFailure(cause: unknown): cause is { errors: Message[] } {
  return cause instanceof Error && "errors" in cause && Array.isArray(cause.errors);
}

/** esbuild's advice about its own settings, which only the host can change. */
const ADVICE = /platform: 'node'|as external/;

function describe(message: Message, prefix: string): string {
  const { location } = message;
  const where = location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
  const relevant = message.notes.filter(({ text }) => !ADVICE.test(text));
  const notes = relevant.map(({ text }) => `\n    ${text}`).join("");
  return `${prefix}${where}${message.text}${notes}`;
}

/** What esbuild can't know: why Convex, and so the host, does not run such code. */
const HINTS: readonly (readonly [isMeant: (error: Message) => boolean, hint: string])[] = [
  [
    ({ notes }) => notes.some(({ text }) => text.includes("Are you trying to bundle for node?")),
    'The default runtime has no Node built-ins: move this to an action in a file that starts with "use node".',
  ],
  [
    ({ text }) => text.startsWith("Top-level await"),
    "Modules of functions can't wait at their top level: move the await into a function.",
  ],
];

/** Converts an esbuild failure to a `LoadError`; returns anything else unchanged. */
export function fromBuildFailure(cause: unknown): unknown {
  if (!isBuildFailure(cause)) return cause;
  const hint = HINTS.find(([isMeant]) => cause.errors.some((error) => isMeant(error)))?.[1];
  const lines = cause.errors.map((error) => describe(error, "  "));
  return new LoadError(
    `The functions could not be bundled:\n${lines.join("\n")}${hint === undefined ? "" : `\n${hint}`}`,
    { cause },
  );
}

/** The first frame of a (source-mapped) stack in the project's own code, as `file:line:column`. */
function sourceLocation(stack: string, root: string): string | null {
  // Folder names may contain spaces and brackets, so search for the project's folder itself.
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

/** The same of an error: in a build, whose frames the host knows, or in a definition. */
function locationOf(error: Error, root: string): string | null {
  const frames = framesOf(error);
  if (frames.length === 0) return sourceLocation(error.stack ?? "", root);
  const places = frames.flatMap((frame) => /\(\.\.\/(.+:\d+:\d+)\)$/.exec(frame)?.[1] ?? []);
  return places.find((place) => !place.includes("node_modules/")) ?? null;
}

/**
 * Wraps an error thrown while loading modules.
 * @param module the module being loaded; the stack may name a more precise place
 */
export function fromModuleFailure(cause: unknown, module: string, root: string): LoadError {
  if (cause instanceof LoadError) return cause;
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const where = cause instanceof Error ? locationOf(cause, root) : null;
  const name = where === null ? module : where.replace(/(?::\d+){2}$/, "");
  return new LoadError(`Could not load ${name}: ${text}${where === null ? "" : `\n    at ${where}`}`, {
    cause,
  });
}
