/** The rules of a line's fields that no validator tells: ranges of numbers, moments, blank texts, whose a row may be. */
import type { ExportedTable } from "../lib/exportedTables";
import { FieldError, isPlain } from "./fields";
import { lineOf, type Line } from "./lines";

/** Clocks of two services may differ by so much. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** The greatest moment of a Date. */
const MAX_MOMENT = 8.64e15;
/** More rows of one table than one service can hold. */
export const MAX_PLACES = 100_000_000;

interface Range {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}
type Rule = Range | "past" | "anyTime" | "any";

const among = (names: string, rule: Rule) => names.split(" ").map((name): [string, Rule] => [name, rule]);

/** Every number of a line, by its field's name. A test fails where the schema has a number without a rule. */
const NUMBERS: ReadonlyMap<string, Rule> = new Map([
  ...among("importance estimatedImportance confidence contradictedConfidence salience initialSalience", {
    least: 0,
    most: 1,
  }),
  ...among("strength similarity novelty volatility arousal curiosity avgSeedImportance", {
    least: 0,
    most: 1,
  }),
  ...among("valence sentiment score from to", { least: -1, most: 1 }),
  ...among("health", { least: 0, most: 100 }),
  ...among("variance norm norms weights", { least: 0, most: 1_000_000 }),
  // Points of health, by cause; `events` of a log entry counts.
  ...among("tickSuccess providerSuccess punctuality consolidation", { least: -10_000, most: 10_000 }),
  ...among("healthParts.events", { least: -10_000, most: 10_000 }),
  ...among("place", { least: 0, most: MAX_PLACES - 1, isWhole: true }),
  ...among("version back", { least: 1, most: MAX_PLACES, isWhole: true }),
  // −1: the sender of a note asked for a tick.
  ...among("rank", { least: -1, most: 2, isWhole: true }),
  ...among("events logs repeats readTo run calls input output", { least: 0, most: 1e12, isWhole: true }),
  ...among("seedCount thoughtsAnalyzed times labelledSize shown.themes", {
    least: 0,
    most: 1e12,
    isWhole: true,
  }),
  ...among("ms", { least: 0, most: 1e12 }),
  // What a model asked for before it was bounded.
  ...among("asked applied", "any"),
  ...among(
    "export at updatedAt bornAt startedAt endedAt rememberedTo knownTo timestamp receivedAt quietSince",
    "past",
  ),
  ...among("createdAt salienceAt lastAccessedAt firstAt lastAt lastReinforced attemptedAt", "past"),
  ...among("thoughtAt eventsCoveredTo memoriesCoveredTo lastConsolidation lastReflection", "past"),
  ...among("dueAt", "anyTime"),
]);

/** Texts that are not blank. */
const WRITTEN = new Set(["content", "title", "text"]);

/** Rows that somebody sent: they are one person's or everybody's. What the agent made of several people's texts has `*`. */
const SENT: ReadonlySet<ExportedTable | "told"> = new Set(["told", "events", "reminders", "knowledge"]);

/** A line's meaning. `now` in ms since the epoch. @throws {FieldError} where it breaks a rule of its kind or of its table */
export function checkedLine(json: unknown, now: number): Line {
  const line = lineOf(json);
  checkNumber(line.export, "export", now);
  if (line.kind !== "row" && line.kind !== "told") return line;
  check(line.fields, "", now);
  const { row } = line.fields as { readonly row?: unknown };
  const [own, path] = isPlain(row) ? [row, "row."] : [line.fields, ""];
  if (SENT.has(line.kind === "row" ? line.table : "told") && "scope" in own && own.scope === "*")
    throw new FieldError(`${path}scope`, "must not be *, which stands for all scopes");
  return line;
}

/** The rule of a number, by the path of its field. */
export function ruleOf(path: string): Rule | undefined {
  const names = path.replace(/\[\d*\]/g, "").split(".");
  return NUMBERS.get(names.slice(-2).join(".")) ?? NUMBERS.get(names.at(-1) ?? "");
}

function check(value: unknown, path: string, now: number): void {
  if (typeof value === "number") checkNumber(value, path, now);
  else if (typeof value === "string") {
    if (WRITTEN.has(path.split(".").at(-1) ?? "") && value.trim() === "")
      throw new FieldError(path, "must not be blank");
  } else if (Array.isArray(value)) value.forEach((one, i) => check(one, `${path}[${i}]`, now));
  else if (isPlain(value))
    for (const [name, one] of Object.entries(value)) check(one, path === "" ? name : `${path}.${name}`, now);
}

function checkNumber(value: number, path: string, now: number): void {
  const rule = ruleOf(path);
  if (rule === undefined || rule === "any") return;
  if (rule === "past" || rule === "anyTime") {
    if (!Number.isInteger(value) || value < 0 || value > MAX_MOMENT)
      throw new FieldError(path, "must be whole milliseconds since 1970");
    if (rule === "past" && value > now + CLOCK_SKEW_MS)
      throw new FieldError(path, `must not be in the future: it is ${new Date(now).toISOString()} here`);
    return;
  }
  const { least, most, isWhole = false } = rule;
  if (value < least || value > most || (isWhole && !Number.isInteger(value)))
    throw new FieldError(path, `must be ${isWhole ? "a whole number " : ""}from ${least} to ${most}`);
}
