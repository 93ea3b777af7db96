// Which memories a session has been shown, so that none is shown twice. A small file of the person's own beside other temporary
// ones; without it a memory is only shown again.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export function seenIn(session) {
  try {
    return new Set(JSON.parse(readFileSync(fileOf(session), "utf8")));
  } catch {
    return new Set();
  }
}

export function noteSeen(session, ids) {
  if (session === undefined) return;
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(session), JSON.stringify([...ids]), { mode: 0o600 });
  } catch {
    // Read-only, or full: see above.
  }
}

const folder = () => join(tmpdir(), `anima-hooks-${userInfo().username}`);

/** A hash, since a session's id could be a path. */
const fileOf = (session) =>
  join(folder(), createHash("sha256").update(String(session)).digest("hex").slice(0, 32));
