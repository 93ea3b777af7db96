/** The `console` of functions: writes lines for the caller, in the format of Convex clients, and for the host's log. */
import { inspect } from "node:util";
import type { LogFields, Logger } from "../log";
import type { FunctionAddress, LogLevel, LogLine } from "../types";
import type { ExecutionContext } from "./context";
import { currentContext } from "./runningCall";
import { appFrames } from "./stackFrames";

/** A line written by a function. `address` is `null` while a module loads. */
interface ConsoleEntry {
  readonly address: FunctionAddress | null;
  /** The id of the call's request; empty if there is none. */
  readonly requestId: string;
  readonly level: LogLevel;
  /** The arguments as printed, without the level. */
  readonly text: string;
  /** The only argument, if it is a string that may be a structured event: a JSON object with a message and fields. */
  readonly event?: string;
}

/** Maximum lines per call; later lines are dropped, and the last line says so. */
export const MAX_LOG_LINES = 256;
/** Maximum characters per line, including its level; the rest is cut, and the line says so. */
export const MAX_LINE_LENGTH = 32_768;

const OVERFLOW = `Log overflow (maximum ${MAX_LOG_LINES}). Remaining log lines omitted.`;
const TRUNCATED = " (truncated due to length)";

let sink: (entry: ConsoleEntry) => void = () => undefined;

/** Also sends every line of every function to `receiver`, without the limit per call. One receiver per process. */
export function setConsoleSink(receiver: (entry: ConsoleEntry) => void): void {
  sink = receiver;
}

/** A receiver that writes to the host's log, which drops lines below its level (`LOG_LEVEL`). */
export function consoleSinkTo(logger: Logger): (entry: ConsoleEntry) => void {
  const method = { DEBUG: "debug", INFO: "info", LOG: "info", WARN: "warn", ERROR: "error" } as const;
  return ({ address, requestId, level, text, event }) => {
    const origin: LogFields =
      address === null
        ? {}
        : {
            function: address.name,
            component: address.componentPath || undefined,
            requestId: requestId || undefined,
          };
    const parsed = event === undefined ? null : eventOf(event);
    if (parsed === null) logger[method[level]](text, origin);
    else logger[method[level]](parsed.message, { ...origin, ...parsed.fields });
  };
}

/** Parses a structured event; null for any other text. */
function eventOf(text: string): { readonly message: string; readonly fields: LogFields } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("message" in value)) return null;
  const { message, ...rest } = value;
  if (typeof message !== "string") return null;
  const fields: Record<string, string | number | boolean | null> = {};
  for (const [name, field] of Object.entries<unknown>(rest)) {
    const flat = field === null || typeof field === "number" || typeof field === "boolean";
    fields[name] = flat ? field : typeof field === "string" ? field : JSON.stringify(field);
  }
  return { message, fields };
}

/** A line as clients expect it. */
export function clientLine({ level, text }: LogLine): string {
  return `[${level}] ${text}`;
}

/** Appends a line to a call's list, within the limits of both. */
function appendLogLine({ logLines, nestedIn }: ExecutionContext, level: LogLevel, text: string): void {
  if (logLines.length >= MAX_LOG_LINES) return;
  const atMs = Date.now();
  const maxLength = MAX_LINE_LENGTH - `[${level}] `.length;
  const isTruncated = text.length > maxLength;
  logLines.push(
    logLines.length === MAX_LOG_LINES - 1
      ? { level: "ERROR", text: OVERFLOW, isTruncated: false, atMs }
      : {
          ...{ level, isTruncated, atMs, nestedIn },
          text: isTruncated ? text.slice(0, maxLength - TRUNCATED.length) + TRUNCATED : text,
        },
  );
}

function write(level: LogLevel, parts: readonly unknown[]): void {
  const [only] = parts;
  const event = parts.length === 1 && typeof only === "string" && only.startsWith('{"') ? only : undefined;
  writeText(level, parts.map(inspectValue).join(" "), event);
}

/** Writes a line of text for the running call. */
export function writeText(level: LogLevel, text: string, event?: string): void {
  const context = currentContext();
  if (context !== undefined) appendLogLine(context, level, text);
  const { address = null, meta } = context ?? {};
  const requestId = meta?.requestId ?? "";
  sink({ address, requestId, level, text, ...(event === undefined ? {} : { event }) });
}

// `inspect` escapes line breaks in strings, so a line of this form belongs to an error's stack.
const STACK = /(?:\n\s+at .*?(?= \{$|$))+/gm;

const INSPECTION = { depth: 4, maxStringLength: MAX_LINE_LENGTH, breakLength: Infinity, compact: 3 };

/** A value as Node's `inspect` prints it, with strings quoted and only the app's frames in stacks: `'text' { a: 1 }`. */
function inspectValue(value: unknown): string {
  const text = inspect(value, INSPECTION);
  return typeof value === "string" ? text : text.replace(STACK, onlyAppFrames);
}

/** The app's frames of a stack, each after a line break. */
function onlyAppFrames(stack: string): string {
  return appFrames(stack)
    .map((frame) => `\n${frame}`)
    .join("");
}

const at =
  (level: LogLevel) =>
  (...parts: unknown[]): void =>
    write(level, parts);

const moduleLoad = {};
const timersOf = new WeakMap<object, Map<string, number>>();

/** Start times of the running timers of one call, by label. */
function timers(): Map<string, number> {
  const call = currentContext()?.logLines ?? moduleLoad;
  const found = timersOf.get(call) ?? new Map<string, number>();
  timersOf.set(call, found);
  return found;
}

/** Convex prints the console's own words as they are, but quotes them in its Node runtime. */
function writeOwn(level: LogLevel, text: string, parts: readonly unknown[] = []): void {
  const own = currentContext()?.inNode === true ? inspectValue(text) : text;
  writeText(level, [own, ...parts.map(inspectValue)].join(" "));
}

function logElapsed(label: string, parts: readonly unknown[] = []): void {
  const start = timers().get(label);
  if (start === undefined) return writeOwn("WARN", `Timer '${label}' does not exist`);
  writeOwn("INFO", `${label}: ${Math.round(performance.now() - start)}ms`, parts);
}

/** The `console` of functions: Convex's methods, and those that libraries call without checking. */
export const functionConsole = {
  debug: at("DEBUG"),
  info: at("INFO"),
  log: at("LOG"),
  warn: at("WARN"),
  error: at("ERROR"),
  trace: (...parts: unknown[]): void => {
    const stack = onlyAppFrames(new Error().stack ?? "");
    writeText("LOG", [...parts.map(inspectValue), `Trace:${stack}`].join(" "));
  },
  assert: (condition?: unknown, ...parts: unknown[]): void => {
    if (!condition) write("ERROR", ["Assertion failed", ...parts]);
  },
  dir: (value?: unknown): void => write("LOG", [value]),
  table: (value?: unknown): void => write("LOG", [value]),
  group: at("LOG"),
  groupCollapsed: at("LOG"),
  groupEnd: (): void => undefined,
  time: (label = "default"): void => {
    if (timers().has(label)) writeOwn("WARN", `Timer '${label}' already exists`);
    else timers().set(label, performance.now());
  },
  timeLog: (label = "default", ...parts: unknown[]): void => logElapsed(label, parts),
  timeEnd: (label = "default"): void => {
    logElapsed(label);
    timers().delete(label);
  },
};
