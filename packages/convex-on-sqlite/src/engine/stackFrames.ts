/** Stack frames of an app's code, in Convex's forms. Frames of the host are hidden: nobody needs to know its paths and internals. */
import { dirname, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { heading, installSourceMaps, sourceOf } from "../code/sourceMaps.mjs";
import { StoreError } from "../store/sqlite";
import { currentContext } from "./runningCall";

/** Where an app's bundles are, and the sources they were made from. Absolute paths without symbolic links. */
interface AppCode {
  readonly buildDir: string;
  readonly functionsDir: string;
}

/** A frame of an app's code. */
interface Frame {
  /** In the error that clients and logs get: `    at handler (../convex/notes.ts:3:7)`. */
  readonly shown: string;
  /** In the `stack` that functions see: `    at handler (convex:/user/notes.js:3:7)`. */
  readonly seen: string;
  readonly isOfLibrary: boolean;
}

/** The loaded apps, by the URL with which the names of their bundles begin. */
const apps = new Map<string, AppCode>();
const framesOfErrors = new WeakMap<Error, readonly Frame[]>();
/** The shown form of each place, by its form in the `stack` that functions see. */
const shownPlaces = new Map<string, string>();
let isInstalled = false;

const NO_FRAME = "    at <anonymous>";

/** Recognizes frames of these bundles from now on. */
export function registerAppCode(code: AppCode): void {
  apps.set(`${pathToFileURL(code.buildDir).href}/`, code);
  if (isInstalled) return;
  isInstalled = true;
  if (Error.prepareStackTrace === undefined) installSourceMaps();
  const format = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, sites) => {
    const frames = trimLibrary(sites.flatMap((site) => frameOf(site) ?? []));
    framesOfErrors.set(error, frames);
    // The host's own failures are for its log, which needs every frame.
    if (currentContext() === undefined || error instanceof StoreError)
      return format?.(error, sites) as unknown;
    // An error without any frame would print in brackets.
    const seen = frames.length === 0 ? [NO_FRAME] : frames.map((frame) => frame.seen);
    return [heading(error), ...seen].join("\n");
  };
}

/** The frames of an error in the app's code, each on a line of its own. */
export function framesOf(error: Error): readonly string[] {
  // V8 formats a stack, and so records its frames, when it is first read.
  const { message, stack = "" } = error;
  const recorded = framesOfErrors.get(error);
  if (recorded !== undefined) return recorded.map(({ shown }) => shown);
  // Frames inside the message, which the error of a nested call contains, are not part of the stack.
  const at = stack.indexOf(message);
  return appFrames(stack.slice(at < 0 ? 0 : at + message.length));
}

const SHOWN_FRAME = /^ {4}at .+ \(\.\.\/.+:\d+:\d+\)$/;

/** The lines of a text that are such frames; `inspect` indents those of a cause deeper. */
export function appFrames(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(/^ {4,}/, "    ")
        .replace(/convex:\/user\/[^\n)]+/, (place) => shownPlaces.get(place) ?? place),
    )
    .filter((line) => SHOWN_FRAME.test(line));
}

/** Removes such frames from a text. */
export function withoutAppFrames(text: string): string {
  return text.replace(new RegExp(`${SHOWN_FRAME.source}\n`, "gm"), "");
}

/** As on Convex, the frames with which convex's own library calls a function, or is called by it, are left out. */
function trimLibrary(frames: readonly Frame[]): readonly Frame[] {
  const first = frames.findIndex(({ isOfLibrary }) => !isOfLibrary);
  const last = frames.findLastIndex(({ isOfLibrary }) => !isOfLibrary);
  return first < 0 ? [] : frames.slice(first, last + 1);
}

function frameOf(site: NodeJS.CallSite): Frame | null {
  const file = site.getFileName();
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  if (!file || line === null || column === null) return null;
  for (const [prefix, { functionsDir }] of apps) {
    if (!file.startsWith(prefix)) continue;
    // A package has no source maps: the place in the bundle is better than none.
    const source = sourceOf(file, line, column) ?? `${fileURLToPath(file)}:${line}:${column}`;
    const shown = `../${relative(dirname(functionsDir), source).split(sep).join("/")}`;
    const seen = userPlace(relative(functionsDir, source).split(sep).join("/"));
    shownPlaces.set(seen, shown);
    const inPlace = (place: string): string =>
      `    at ${textWith(String(site), `${file}:${line}:${column}`, place)}`;
    return {
      shown: inPlace(shown),
      seen: inPlace(seen),
      isOfLibrary: shown.includes("/convex/src/server/impl/"),
    };
  }
  return null;
}

/** A place in the sources as the place in a deployed module. */
function userPlace(path: string): string {
  const js = path.replace(/\.[cm]?[jt]sx?(?=:\d+:\d+$)/, ".js");
  return `convex:/user/${js.startsWith("../") ? `_deps/${js.replace(/^(?:\.\.\/)+/, "")}` : js}`;
}

/** V8's text of a frame with another place; functions without a name are `<anonymous>`. */
function textWith(text: string, from: string, to: string): string {
  if (text.endsWith(")")) return text.replace(from, () => to);
  return text.replace(from, () => `<anonymous> (${to})`);
}
