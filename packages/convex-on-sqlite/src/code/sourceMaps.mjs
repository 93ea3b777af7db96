// Maps stack traces to the sources. Node's own support parses the map of every module when it loads, which took a sixth of
// a start; here a map is read when a stack first contains a frame of its file.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** By file name in frames: the folder and the source map beside the file; null if there is none. */
const maps = new Map();

/** Maps the stack traces of this thread from now on. */
export function installSourceMaps() {
  Error.prepareStackTrace = (error, frames) =>
    [heading(error), ...frames.map((frame) => `    at ${mappedFrame(frame)}`)].join("\n");
}

/** The heading of a stack, as in Node. Must not throw, whatever the error contains. */
export function heading(error) {
  try {
    if (typeof error.code === "string" && error.code.startsWith("ERR_")) {
      // Most of Node's errors include their code in the heading, by a method of their own.
      const withCode = `${error.name} [${error.code}]: ${error.message}`;
      if (String(error) === withCode) return withCode;
    }
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

/** A frame as V8 prints it, with the mapped place; functions without a name are <anonymous>, as in Node. */
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

/** The absolute `file:line:column` in the source; null without a map. */
export function sourceOf(name, line, column) {
  if (!maps.has(name)) maps.set(name, readMap(name));
  const found = maps.get(name);
  if (found === null) return null;
  const { originalSource, originalLine, originalColumn } = found.map.findEntry(line - 1, column - 1);
  if (originalSource === undefined) return null;
  return `${resolve(found.folder, originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
}

function readMap(name) {
  // Node's internals and evaluated code have no file.
  if (!name.startsWith("file://") && !isAbsolute(name)) return null;
  try {
    const file = name.startsWith("file://") ? fileURLToPath(name) : name;
    return { folder: dirname(file), map: new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8"))) };
  } catch {
    // No map, or it was deleted: use the place in the file itself.
    return null;
  }
}
