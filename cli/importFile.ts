/** Imports a file, in requests of bounded size. An interrupted import goes on where the last answer came. */
import { createReadStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { AnimaError, batchesOf, importAll, type ImportOutcome, type Service } from "../client";
import { FieldError } from "../convex/transfer/fields";
import {
  formatOf,
  isEmpty,
  NO_MEMORY,
  parsedJson,
  foreignLines,
  type Format,
} from "../convex/transfer/formats/formats";
import { EXIT_USAGE } from "./exit";
import { CommandError } from "./failure";
import { Bar } from "./progressBar";

type Counts = Omit<ImportOutcome, "success" | "lines" | "dryRun">;

/** Imports the lines of a file. A dry run writes nothing, neither there nor here. */
export async function importFrom(
  service: Service,
  file: string,
  { dryRun, dedup, format }: { readonly dryRun?: true; readonly dedup?: true; readonly format?: Format },
): Promise<Counts> {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist`, EXIT_USAGE);
  const counts = { created: 0, merged: 0, replaced: 0, erased: 0, unchanged: 0, skipped: 0 };
  const progress = dryRun === true ? null : new Progress(file, service.address);
  const bar = new Bar(dryRun === true ? "reading" : "importing");
  try {
    let done = 0;
    const places: string[] = [];
    for await (const batch of batchesOf(textsOf(linesOf(file, format), places))) {
      const before = done;
      done += batch.length;
      if (done <= (progress?.lines ?? 0)) continue;
      const query = { ...(dryRun === true ? { dryRun } : {}), ...(dedup === true ? { dedup } : {}) };
      const outcome = await importAll(service, query, batch.join("\n")).catch((thrown: unknown) => {
        throw thrown instanceof AnimaError ? inFile(thrown, file, places.slice(before)) : thrown;
      });
      for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += outcome[name];
      progress?.note(done);
      bar.show(done, "lines");
    }
    progress?.finish();
    return counts;
  } finally {
    bar.clear();
  }
}

/** A line, and where in the file it comes from. */
interface FileLine {
  readonly text: string;
  readonly place: string;
}

/** The lines of a file: those of an export as they are, those of other programs as memories. */
async function* linesOf(file: string, format: Format | undefined): AsyncGenerator<FileLine> {
  const chosen = format ?? (await formatOfFile(file));
  if (chosen === "anima") {
    let number = 0;
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      number += 1;
      if (text.trim() !== "") yield { text, place: `line ${number}` };
    }
    return;
  }
  let [isWritten, count] = [false, 0];
  for (const { value, place } of valuesOf(file)) {
    isWritten ||= !isEmpty(value);
    const lines = toldIn(chosen, value, `${file}, ${place}`);
    count += lines.length;
    for (const [i, line] of lines.entries())
      yield { text: JSON.stringify(line), place: `${place}, memory ${i + 1}` };
  }
  if (isWritten && count === 0) throw new CommandError(`${file} ${NO_MEMORY}`, EXIT_USAGE);
}

function toldIn(format: Exclude<Format, "anima">, value: unknown, where: string) {
  try {
    return foreignLines(format, value);
  } catch (thrown) {
    throw thrown instanceof FieldError ? new CommandError(`${where}: ${thrown.message}`, EXIT_USAGE) : thrown;
  }
}

/** The texts of lines; notes their places. */
async function* textsOf(lines: AsyncIterable<FileLine>, places: string[]): AsyncGenerator<string> {
  for await (const { text, place } of lines) {
    places.push(place);
    yield text;
  }
}

/** An error that names a line of a request, which then names that of the file. `places`: of the request's lines. */
function inFile(error: AnimaError, file: string, places: readonly string[]): AnimaError {
  const [named, number] = /^line (\d+)/.exec(error.error) ?? [];
  const place = places[Number(number) - 1];
  if (named === undefined || place === undefined) return error;
  const { status, code, requestId } = error;
  return new AnimaError({
    status,
    code,
    requestId,
    error: `${file}, ${place}${error.error.slice(named.length)}`,
  });
}

async function formatOfFile(file: string): Promise<Format> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() === "") continue;
    const first = parsedJson(line);
    if (formatOf(first) === "anima") return "anima";
    break;
  }
  const found = formatOf(valuesOf(file)[0]?.value);
  if (found === null)
    throw new CommandError(`${file} is of no known format; name it with --format`, EXIT_USAGE);
  return found;
}

/** The JSON of another program's file: one value, or one a line. */
function valuesOf(file: string): { readonly value: unknown; readonly place: string }[] {
  const text = readFileSync(file, "utf8");
  const whole = parsedJson(text);
  if (whole !== undefined) return [{ value: whole, place: "line 1" }];
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const value = parsedJson(line);
    if (value === undefined) throw new CommandError(`${file}, line ${i + 1}: is no JSON`, EXIT_USAGE);
    return [{ value, place: `line ${i + 1}` }];
  });
}

/** How far the import of a file has come, in a file beside it. Lines that are sent again do nothing, so it may be behind. */
class Progress {
  readonly #path: string;
  readonly #of: { readonly address: string; readonly size: number; readonly changed: number };
  lines = 0;

  constructor(file: string, address: string) {
    this.#path = `${file}.progress`;
    const { size, mtimeMs } = statSync(file);
    this.#of = { address, size, changed: mtimeMs };
    if (!existsSync(this.#path)) return;
    const { lines, ...of } = JSON.parse(readFileSync(this.#path, "utf8")) as { lines: number };
    if (JSON.stringify(of) === JSON.stringify(this.#of)) this.lines = lines;
  }

  note(lines: number): void {
    writeFileSync(this.#path, JSON.stringify({ ...this.#of, lines }), { mode: 0o600 });
  }

  finish(): void {
    rmSync(this.#path, { force: true });
  }
}
