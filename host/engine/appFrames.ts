/** The frames of stacks that lie in an app's own sources: where the host is installed, and what it does, is nobody's business. */
import { pathToFileURL } from "node:url";

/** What frames are told with: `convex` stands for the functions' folder, as Convex has it. */
const SHOWN_FOLDER = "../convex/";

/** How frames name folders of functions. Those told already, in what a nested call threw, are told again. */
const folders = new Set([SHOWN_FOLDER]);

/** Has the frames of this folder's modules told from now on. `functionsDir` is an absolute path without links. */
export function registerAppFolder(functionsDir: string): void {
  folders.add(`${functionsDir}/`);
  folders.add(`${pathToFileURL(functionsDir).href}/`);
}

/** The frames of a text that lie in the app's own sources, a line each, which begins with its line break. */
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

/** A text without the frames that are told in it. */
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
