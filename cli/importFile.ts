/** Imports a file, in requests of bounded size. An interrupted import goes on where the last answer came. */
import { createReadStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { batchesOf, importAll, type ImportOutcome, type Service } from "../client";
import { formatOf, parsedJson, toldLines, type Format } from "../convex/transfer/formats/formats";
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
  const counts = {
    ...{ created: 0, merged: 0, replaced: 0, erased: 0, unchanged: 0 },
    ...{ waiting: 0, missing: [] as string[] },
  };
  const progress = dryRun === true ? null : new Progress(file, service.address);
  const bar = new Bar(dryRun === true ? "reading" : "importing");
  try {
    let done = 0;
    for await (const batch of batchesOf(linesOf(file, format))) {
      done += batch.length;
      if (done <= (progress?.lines ?? 0)) continue;
      const query = { ...(dryRun === true ? { dryRun } : {}), ...(dedup === true ? { dedup } : {}) };
      const outcome = await importAll(service, query, batch.join("\n"));
      for (const name of ["created", "merged", "replaced", "erased", "unchanged"] as const)
        counts[name] += outcome[name];
      counts.waiting = outcome.waiting;
      counts.missing = [...outcome.missing];
      progress?.note(done);
      bar.show(done, "lines");
    }
    progress?.finish();
    return counts;
  } finally {
    bar.clear();
  }
}

/** The lines of a file: those of an export as they are, those of other programs as memories. */
async function* linesOf(file: string, format: Format | undefined): AsyncGenerator<string> {
  const chosen = format ?? (await formatOfFile(file));
  if (chosen === "anima") {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
      if (line.trim() !== "") yield line;
    return;
  }
  for (const value of valuesOf(file)) for (const line of toldLines(chosen, value)) yield JSON.stringify(line);
}

async function formatOfFile(file: string): Promise<Format> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() === "") continue;
    const first = parsedJson(line);
    if (formatOf(first) === "anima") return "anima";
    break;
  }
  const found = formatOf(valuesOf(file)[0]);
  if (found === null)
    throw new CommandError(`${file} is of no known format; name it with --format`, EXIT_USAGE);
  return found;
}

/** The JSON of another program's file: one value, or one a line. */
function valuesOf(file: string): unknown[] {
  const text = readFileSync(file, "utf8");
  const whole = parsedJson(text);
  if (whole !== undefined) return [whole];
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const value = parsedJson(line);
    if (value === undefined) throw new CommandError(`${file}, line ${i + 1}: is no JSON`, EXIT_USAGE);
    return [value];
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
