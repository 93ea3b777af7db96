/**
 * The host's structured log: one line per event, as JSON or, on a terminal, in a readable form.
 * Log facts (ids, counts, durations), never bodies, arguments or tokens.
 */
import type { Writable } from "node:stream";
import { errorText } from "./errorText";

export const LEVELS = ["debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

interface LoggerOptions {
  /** Lines below this level are dropped. Default: info. */
  readonly level?: LogLevel;
  /** JSON lines, or the readable form. */
  readonly json: boolean;
  readonly write: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Parses `LOG_LEVEL`, in any case: unset or empty means info; null for an unknown level. */
export function parseLogLevel(text: string | undefined): LogLevel | null {
  if (text === undefined || text === "") return "info";
  return LEVELS.find((candidate) => candidate === text.toLowerCase()) ?? null;
}

/** A logger that writes lines to any sink. */
export function createLogger(options: LoggerOptions): Logger {
  const threshold = LEVELS.indexOf(options.level ?? "info");
  const now = options.now ?? Date.now;
  const render = options.json ? renderJson : renderText;
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (LEVELS.indexOf(level) < threshold) return;
      options.write(render(new Date(now()).toISOString(), level, message, fields) + "\n");
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The logger of the process: to stdout, as JSON unless stdout is a terminal. */
export function processLogger(level: LogLevel): Logger {
  return streamLogger(process.stdout, { level, json: !process.stdout.isTTY });
}

/** Maximum buffered bytes for a slow reader of the log. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** A logger that writes to a stream. Lines are dropped while its reader is too far behind; the next line reports how many. */
export function streamLogger(stream: Writable, options: Omit<LoggerOptions, "write">): Logger {
  let dropped = 0;
  const writer = new LineWriter(stream);
  const own = createLogger({ ...options, write: (line) => writer.write(line) });
  return createLogger({
    ...options,
    write: (line) => {
      if (writer.unread > MAX_UNREAD_BYTES) {
        dropped += 1;
        return;
      }
      if (dropped > 0) own.warn("log lines were dropped because nothing read them", { dropped });
      dropped = 0;
      writer.write(line);
    },
  });
}

/**
 * Writes a line at once, and those that follow within the same turn of the event loop together: a system call for each would be a
 * good part of a short request's time.
 */
class LineWriter {
  private readonly stream: Writable;
  private isFirst = true;
  private gathered = "";

  constructor(stream: Writable) {
    this.stream = stream;
    process.once("exit", () => this.flush());
  }

  get unread(): number {
    return this.stream.writableLength + this.gathered.length;
  }

  write(line: string): void {
    if (!this.isFirst) {
      this.gathered += line;
      return;
    }
    this.isFirst = false;
    setImmediate(() => {
      this.isFirst = true;
      this.flush();
    });
    this.stream.write(line);
  }

  private flush(): void {
    if (this.gathered !== "") this.stream.write(this.gathered);
    this.gathered = "";
  }
}

const THROTTLE_MS = 60_000;

/** A log for events that peers can cause at will: the first is written at once, later ones at most once a minute, with a count. */
export class ThrottledLog {
  private readonly write: (count: number, fields: LogFields) => void;
  private readonly now: () => number;
  private lastWrittenMs = -Infinity;
  private count = 0;

  constructor(write: (count: number, fields: LogFields) => void, now = () => performance.now()) {
    this.write = write;
    this.now = now;
  }

  record(fields: LogFields = {}): void {
    this.count += 1;
    if (this.now() - this.lastWrittenMs < THROTTLE_MS) return;
    this.lastWrittenMs = this.now();
    this.write(this.count, fields);
    this.count = 0;
  }
}

/** A thrown value as log fields. */
export function errorFields(thrown: unknown): LogFields {
  const error = errorText(thrown);
  return thrown instanceof Error ? { error, stack: thrown.stack } : { error };
}

function renderJson(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return JSON.stringify({ ...fields, time, level, message });
}

function renderText(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const { stack, ...rest } = fields;
  const pairs = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? quoteIfNeeded(value) : String(value)}`);
  const head = `${time.slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${oneLine(message)}${pairs.join("")}`;
  return typeof stack === "string" ? `${head}\n${stack}` : head;
}

function quoteIfNeeded(value: string): string {
  return /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value);
}

/** Escapes line breaks, so that a message never looks like two entries. */
function oneLine(message: string): string {
  return message.replace(/\r?\n/g, "\\n");
}
