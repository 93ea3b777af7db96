/** Reads the settings file, `.env.local`, as dotenv, and adds to it without ever losing its contents. */
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
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
import { withVariables } from "./envChange";

/** Variables by name, each with a value that is not only white space. */
export type Variables = Readonly<Record<string, string>>;

/** The result of an addition. */
export interface Addition {
  /** The names of the added variables. */
  readonly added: readonly string[];
  readonly madePrivate: boolean;
}

// The file contains secrets, so only its owner may read it.
const PRIVATE = 0o600;

/** The variables of the file; none if it does not exist. */
export function readEnvFile(file: string): Variables {
  return setVariables(parseEnv(readEnvText(file) ?? ""));
}

/** The text of the file; null if it does not exist. */
export function readEnvText(file: string): string | null {
  return readIfThere(file)?.replace(/^\uFEFF/, "") ?? null;
}

/** Removes empty variables, which count as unset. */
export function setVariables(variables: Readonly<Record<string, string | undefined>>): Variables {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined && value.trim() !== "") set[name] = value;
  }
  return set;
}

/**
 * Appends variables to the file, each only if the file does not set it, and makes the file private.
 *
 * Concurrent processes may do so, and any may crash: the additions are first proposed under a name that only one process
 * can create, then every process merges that proposal. So all end up with the same values. Values must need no quotes.
 */
export function addToEnvFile(path: string, additions: Variables, comment: string): Addition {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  // Keep a symbolic link, and write to its target.
  const file = mode === undefined ? path : realpathSync(path);
  const madePrivate = mode !== undefined && (mode & 0o077) !== 0;
  const agreed = `${file}.adding`;
  const proposal = writeScratch(file, JSON.stringify(additions));
  try {
    linkSync(proposal, agreed);
  } catch (cause) {
    // Another process has proposed, now or before a crash: use its proposal.
    if (!isSystemError(cause, "EEXIST")) throw cause;
  } finally {
    rmSync(proposal, { force: true });
  }
  const proposed = readIfThere(agreed);
  // If it is gone, the proposing process has merged it already.
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
 * Sets variables in the file, whatever it set them to before, and makes the file private. Other lines stay as they are. A crash
 * leaves the file as it was or as it is to be.
 */
export function changeEnvFile(path: string, changes: Variables, comment: string): void {
  // Keep a symbolic link, and write to its target.
  const file = existsSync(path) ? realpathSync(path) : path;
  replace(file, withVariables(readIfThere(file) ?? "", changes, comment));
}

/**
 * Makes a file with secrets readable by its owner only; returns whether it was readable by others. A file of another owner,
 * such as a mounted one, keeps its permissions.
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

/** Replaces the file atomically, and syncs it to disk. */
function replace(file: string, text: string): void {
  renameSync(writeScratch(file, text), file);
  const folder = openSync(dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Writes a private temporary file beside `file`, and syncs it to disk. */
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

/** The file's text, including a byte order mark; null if it does not exist. */
function readIfThere(file: string): string | null {
  try {
    return utf8Text(readFileSync(file));
  } catch (cause) {
    if (isSystemError(cause, "ENOENT")) return null;
    throw cause;
  }
}

/** Rejects other encodings, such as that of PowerShell's `>`: the settings would be ignored, and lost when it is rewritten. */
function utf8Text(bytes: Uint8Array): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Error("it is not UTF-8 text; save it as UTF-8");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function isSystemError(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === code;
}
