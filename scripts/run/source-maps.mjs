// Stacks that name the sources' lines. Node's own support reads, parses and measures the map of every module as it
// loads it, which was a sixth of a start; here a map is read when a stack first leads through its file.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** By the name that frames give a file: its folder, and the map that stands beside it; null where there is none. */
const maps = new Map();

/** Lets the stacks of this thread name the places that source maps lead to, from now on. */
export function mapStacks() {
  Error.prepareStackTrace = (error, frames) =>
    [heading(error), ...frames.map((frame) => `    at ${mappedFrame(frame)}`)].join("\n");
}

/** What stands over the frames, as Node writes it. Whatever an error calls itself: who asks for a stack gets one. */
function heading(error) {
  try {
    if (typeof error.code === "string" && error.code.startsWith("ERR_")) {
      // Most of Node's own errors say their code beside their name, by a method of their own.
      const withCode = `${error.name} [${error.code}]: ${error.message}`;
      if (String(error) === withCode) return withCode;
    }
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

/** The frame as V8 writes it, but for its place; a function without a name is called so, as Node does. */
function mappedFrame(frame) {
  const text = String(frame);
  const name = frame.getFileName();
  if (!name) return text;
  const line = frame.getLineNumber();
  const column = frame.getColumnNumber();
  const source = sourceOf(name, line, column);
  if (source === null) return text;
  const place = `${name}:${line}:${column}`;
  return text.endsWith(")")
    ? text.replace(place, () => source)
    : text.replace(place, () => `<anonymous> (${source})`);
}

/** `file:line:column` of the source; null where no map knows it. */
function sourceOf(name, line, column) {
  if (!maps.has(name)) maps.set(name, readMap(name));
  const found = maps.get(name);
  if (found === null) return null;
  const { originalSource, originalLine, originalColumn } = found.map.findEntry(line - 1, column - 1);
  if (originalSource === undefined) return null;
  return `${resolve(found.folder, originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
}

function readMap(name) {
  // What Node is made of, and code from a text, have no file.
  if (!name.startsWith("file://") && !isAbsolute(name)) return null;
  try {
    const file = name.startsWith("file://") ? fileURLToPath(name) : name;
    return { folder: dirname(file), map: new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8"))) };
  } catch {
    // A file without a map, or one whose map is gone: the place in the file itself is told, as it would be anyway.
    return null;
  }
}
