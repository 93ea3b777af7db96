/** Prints answers: for people, with colours on a terminal only, or as JSON. */
import { styleText } from "node:util";
import type { Command } from "commander";
import type { Finding } from "../providers/verdict";

type Style = Parameters<typeof styleText>[0];

/** NO_COLOR counts whenever it holds any text: no-color.org. */
function hasColours(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && (process.env.NO_COLOR ?? "") === "" && process.env.TERM !== "dumb";
}

export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return hasColours(stream) ? styleText(style, text) : text;
}

/** Text that others wrote, without the control characters that could steer a terminal. Line breaks stay. */
export function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "�");
}

export function isJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Prints an answer: `lines` for people, all of it as JSON. */
export function print<Answer extends object>(
  command: Command,
  answer: Answer,
  lines: (answer: Answer) => readonly string[],
): void {
  const text = isJson(command) ? JSON.stringify(answer) : lines(answer).join("\n");
  if (text !== "") process.stdout.write(`${text}\n`);
}

/** A time in the reader's own zone, as 2026-03-29 14:30: the locale of a terminal is often not the reader's. */
export function timeText(at: number): string {
  if (at === 0) return "never";
  const date = new Date(at);
  const local = new Date(at - date.getTimezoneOffset() * 60_000);
  return paint("dim", local.toISOString().slice(0, 16).replace("T", " "));
}

/** The most characters of a text on a line. */
const MAX_SHORT = 120;

/** A text on one line, cut where it is long. */
export function shortened(text: string): string {
  const line = Array.from(plain(text).replaceAll(/\s+/g, " ").trim());
  return line.length > MAX_SHORT ? `${line.slice(0, MAX_SHORT).join("")}…` : line.join("");
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;

/** Shows on the terminal that long work goes on, and for how long. Pipes get nothing. */
export async function withProgress<Result>(label: string, work: Promise<Result>): Promise<Result> {
  const stream = process.stderr;
  if (!stream.isTTY || process.env.TERM === "dumb") return work;
  const startedAt = Date.now();
  let frame = 0;
  const show = (): void => {
    const seconds = Math.floor((Date.now() - startedAt) / 1000);
    stream.write(`\r${FRAMES[frame++ % FRAMES.length] ?? ""} ${label} ${seconds} s `);
  };
  const timer = setInterval(show, FRAME_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    // Back to an empty line.
    stream.write("\r\x1b[K");
  }
}

const MARKS = { ok: ["green", "✓"], note: ["yellow", "·"], trouble: ["red", "✗"] } as const;

/** A finding, and below it what to do. `check`: the name of what was checked. */
export function findingLines({ level, text, advice }: Finding, check = ""): string[] {
  const [colour, mark] = MARKS[level];
  return [
    `${paint(colour, mark)} ${check.padEnd(check === "" ? 0 : 10)}${plain(text)}`,
    ...(advice === undefined ? [] : [`  → ${plain(advice)}`]),
  ];
}
