/** The settings file, `.env.local`: read as dotenv, and added to without ever losing what is there. */
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { parseEnv } from "node:util";

/** Variables by name. A variable that is set holds more than white space. */
export type Variables = Readonly<Record<string, string>>;

/** What was added, and whether others could read the file before. */
export interface Addition {
  /** The names this call wrote. */
  readonly added: readonly string[];
  readonly madePrivate: boolean;
}

// Readable by its owner only: it holds secrets.
const PRIVATE = 0o600;

/** The variables of the file; none where there is no file. */
export function readEnvFile(file: string): Variables {
  return setVariables(parseEnv(readEnvText(file) ?? ""));
}

/** The text of the file; null where there is no file. */
export function readEnvText(file: string): string | null {
  return readIfThere(file)?.replace(/^\uFEFF/, "") ?? null;
}

/** The variables that hold something: an empty one counts as unset. */
export function setVariables(variables: Readonly<Record<string, string | undefined>>): Variables {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined && value.trim() !== "") set[name] = value;
  }
  return set;
}

/**
 * Adds variables to the end of the file, each only where the file does not set it, and makes the file private.
 *
 * Any number of processes may do so at once, and any of them may crash: the additions are first agreed upon under a name
 * that only one process can take, then whoever comes by merges them. So all of them end up with the same values.
 * Values must need no quotes.
 */
export function addToEnvFile(path: string, additions: Variables, comment: string): Addition {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  // A link to a file elsewhere stays a link.
  const file = mode === undefined ? path : realpathSync(path);
  const madePrivate = mode !== undefined && (mode & 0o077) !== 0;
  const agreed = `${file}.adding`;
  const proposal = writeScratch(file, JSON.stringify(additions));
  try {
    linkSync(proposal, agreed);
  } catch (cause) {
    // Somebody else proposes at this moment, or did before a crash: theirs counts.
    if (!isSystemError(cause, "EEXIST")) throw cause;
  } finally {
    rmSync(proposal, { force: true });
  }
  const proposed = readIfThere(agreed);
  // Gone: whoever proposed it has merged it already.
  const lines = proposed === null ? {} : setVariables(parseJsonObject(proposed));
  const present = readEnvFile(file);
  const missing = Object.entries(lines).filter(([name]) => present[name] === undefined);
  if (missing.length > 0) {
    const before = readIfThere(file) ?? "";
    const gap = before === "" || before.endsWith("\n") ? "" : "\n";
    const text = missing.map(([name, value]) => `${name}=${value}\n`).join("");
    replace(file, `${before}${gap}# ${comment}\n${text}`);
  } else if (madePrivate) {
    chmodSync(file, PRIVATE);
  }
  rmSync(agreed, { force: true });
  return { added: missing.map(([name]) => name), madePrivate };
}

/**
 * Makes a file that holds a secret readable by its owner alone. Whether others could read it before: a file that is not
 * ours, as one that is mounted, stays as whoever put it there made it.
 */
export function makePrivate(file: string, variables: Variables): boolean {
  if (!Object.keys(variables).some((name) => /(?:TOKEN|KEY)$/.test(name))) return false;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o077) === 0) return false;
  try {
    chmodSync(file, PRIVATE);
    return true;
  } catch (cause) {
    if (isSystemError(cause, "EPERM") || isSystemError(cause, "EROFS")) return false;
    throw cause;
  }
}

function parseJsonObject(text: string): Record<string, string> {
  const parsed: unknown = JSON.parse(text);
  const strings: Record<string, string> = {};
  if (typeof parsed !== "object" || parsed === null) return strings;
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value === "string") strings[name] = value;
  }
  return strings;
}

/** Puts a whole new file in the old one's place, on the disk before this returns. */
function replace(file: string, text: string): void {
  renameSync(writeScratch(file, text), file);
  const folder = openSync(dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** A private file beside `file`, whole and on the disk. */
function writeScratch(file: string, text: string): string {
  const scratch = `${file}.${randomUUID()}.tmp`;
  const descriptor = openSync(scratch, "wx", PRIVATE);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return scratch;
}

/** The file's text, byte for byte, with a mark at its beginning if it has one. */
function readIfThere(file: string): string | null {
  try {
    return utf8Text(readFileSync(file));
  } catch (cause) {
    if (isSystemError(cause, "ENOENT")) return null;
    throw cause;
  }
}

/** Refuses what other encodings made, such as PowerShell's `>`: its settings would be passed over, and lost when it is added to. */
function utf8Text(bytes: Uint8Array): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Error("it is not UTF-8 text; save it as UTF-8");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function isSystemError(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === code;
}
