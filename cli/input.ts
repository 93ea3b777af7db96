/** Reads what people type: numbers of options, and texts from arguments or from a pipe. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { InvalidArgumentError } from "commander";
import { EXIT_USAGE } from "./exit";
import { CommandError } from "./failure";

/** An option's number. The service checks its range. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

export const MEMORY_TYPES = ["episodic", "semantic", "emotional", "procedural", "reflection"];

/** An option's moment, in milliseconds since the Unix epoch. A date alone is its midnight here. */
export function moment(text: string): number {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const value = /^\d+$/.test(text) ? Number(text) : Date.parse(isDate ? `${text}T00:00` : text);
  if (!Number.isFinite(value))
    throw new InvalidArgumentError("It must be a date, such as 2026-03-29, or milliseconds since 1970.");
  return value;
}

/** An argument's text; without one, or for `-`, all of standard input. */
export function textOf(words: readonly string[]): string {
  const text = words.join(" ");
  if (text !== "" && text !== "-") return text;
  if (process.stdin.isTTY)
    throw new CommandError("no text: write it as an argument, or pipe it in", EXIT_USAGE);
  const piped = readFileSync(0, "utf8").trimEnd();
  if (piped === "") throw new CommandError("no text: standard input is empty", EXIT_USAGE);
  return piped;
}

/** Asks a person on the terminal for consent; without a terminal there is none. */
export async function consent(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}
