/** Stack frames in an app's own sources. Frames of the host are hidden: clients need not know its paths and internals. */
import { pathToFileURL } from "node:url";

/** The folder shown in frames: `convex` stands for the functions folder, as on Convex. */
const SHOWN_FOLDER = "../convex/";

/** The forms in which frames name functions folders. Includes frames already rewritten, in the error of a nested call. */
const folders = new Set([SHOWN_FOLDER]);

/** Recognizes frames of this folder from now on. `functionsDir` must be an absolute path without symbolic links. */
export function registerAppFolder(functionsDir: string): void {
  folders.add(`${functionsDir}/`);
  folders.add(`${pathToFileURL(functionsDir).href}/`);
}

/** The frames of a stack in the app's own sources, each on a line that begins with its line break. */
export function appFrames(text: string): string {
  let own = "";
  for (const line of text.split("\n")) {
    for (const folder of folders) {
      const frame = frameIn(folder, line);
      if (frame === null) continue;
      own += `\n    at ${frame}`;
      break;
    }
  }
  return own;
}

/** Removes such frames from a text. */
export function withoutAppFrames(text: string): string {
  return text.replace(/\n {4}at [^\n]* \(\.\.\/convex\/[^\n]*:\d+:\d+\)(?=\n|$)/g, "");
}

function frameIn(folder: string, line: string): string | null {
  const start = line.indexOf(folder);
  if (start < 0) return null;
  const place = /^([^:]+\.[jt]sx?:\d+:\d+)\)?$/.exec(line.slice(start + folder.length));
  const function_ = /^\s+at (?:async )?(?:(.*) \()?$/.exec(line.slice(0, start));
  return place === null || function_ === null
    ? null
    : `${function_[1] ?? "<anonymous>"} (${SHOWN_FOLDER}${place[1]})`;
}
