/** The commands that take the agent along: export, import, backup. */
import { createReadStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open, truncate } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Option, type Command } from "commander";
import { exportAll, importAll, type ImportOutcome, type Service } from "../client";
import { AnimaError, connect } from "../client";
import { FORMATS, formatOf, toldLines, type Format } from "../mind/memoryFormats/formats";
import { target } from "./connection";
import { EXIT_USAGE } from "./exit";
import { CommandError } from "./failure";
import { Bar } from "./progressBar";
import { print } from "./output";

export function addTransfer(program: Command): void {
  program
    .command("export")
    .description("write everything to a file, one row a line; goes on where it was interrupted")
    .argument("[file]", "its path; standard output without it")
    .option("--vectors", "vectors, too")
    .action(async (file: string | undefined, { vectors }: { vectors?: true }, command: Command) => {
      const lines = await exportTo(patient(command), file, vectors === true);
      if (file !== undefined) print(command, { file, lines }, () => [`${file} holds ${lines} lines`]);
    });
  program
    .command("import")
    .description(
      "read what export wrote, or a file of mem0, Letta or ChatGPT; goes on where it was interrupted",
    )
    .argument("<file>", "its path")
    .option("--dry-run", "write nothing, and say what would be")
    .addOption(new Option("--format <format>", "found out without it").choices(FORMATS))
    .action(async (file: string, options: { dryRun?: true; format?: Format }, command: Command) => {
      const outcome = await importFrom(patient(command), file, options);
      print(command, outcome, ({ created, replaced, erased, unchanged, waiting, missing }) => [
        `${options.dryRun === true ? "would be " : ""}new ${created}, changed ${replaced}, erased ${erased}, unchanged ${unchanged}`,
        ...(waiting === 0
          ? []
          : [`${waiting} lines wait for rows that have not come: ${missing.join(", ")}`]),
      ]);
    });
  program
    .command("backup")
    .description("copy the database of the service on this machine, while it runs or not")
    .argument("<file>", "its path; restore it with npm run restore")
    .action(async (file: string) => {
      process.argv.splice(2, Infinity, file);
      await import("../scripts/backup");
    });
}

/** A service that is asked again for minutes: it may be restarted meanwhile, or count many requests. */
function patient(command: Command): Service {
  const { address, tokens } = target(command);
  return connect(address, { tokens, retries: 12, maxWaitMs: 60_000 });
}

/** Exports to a file, or to standard output. Returns the number of lines. */
async function exportTo(service: Service, file: string | undefined, vectors: boolean): Promise<number> {
  const from = file === undefined ? null : await resumed(file);
  const bar = new Bar("exporting");
  let lines = from?.lines ?? 0;
  try {
    if (from?.cursor === null) return lines;
    let cursor = from?.cursor;
    for (;;) {
      const page = await pageOf(service, { cursor, vectors });
      // The export has ended since: another one begins.
      if (page === null && cursor !== undefined) {
        [cursor, lines] = [undefined, 0];
        if (file !== undefined) writeFileSync(file, "", { mode: 0o600 });
        continue;
      }
      const text = page ?? "";
      if (file === undefined) process.stdout.write(text);
      else await append(file, text);
      const end = endOf(text);
      lines += text.split("\n").length - 1;
      bar.show(lines, "lines");
      if (end.cursor === null) return lines;
      ({ cursor } = end);
    }
  } finally {
    bar.clear();
  }
}

/** A page; null where its export has ended. */
async function pageOf(
  service: Service,
  { cursor, vectors }: { cursor: string | undefined; vectors: boolean },
): Promise<string | null> {
  try {
    return await exportAll(service, cursor === undefined ? { vectors } : { cursor });
  } catch (thrown) {
    if (
      cursor !== undefined &&
      thrown instanceof AnimaError &&
      thrown.message.includes("its export has ended")
    )
      return null;
    throw thrown;
  }
}

/** Pages are whole, so that a file is cut off only within its last one. */
async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, "a", 0o600);
  try {
    await handle.appendFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The last line of a page: the cursor of the next, or null at the end. */
function endOf(text: string): { cursor: string | null } {
  const last = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "{}") as { kind?: string; cursor?: string };
  if (last.kind === "page" && last.cursor !== undefined) return { cursor: last.cursor };
  if (last.kind === "end") return { cursor: null };
  throw new CommandError("the service answered a page without an end");
}

/** Where an interrupted export goes on; what follows the last whole page is cut off. `cursor`: null where it is complete. */
async function resumed(file: string): Promise<{ cursor: string | null; lines: number } | null> {
  if (!existsSync(file) || statSync(file).size === 0) return null;
  let found: { cursor: string | null; lines: number } | null = null;
  let [bytes, whole, lines] = [0, 0, 0];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    bytes += Buffer.byteLength(line) + 1;
    lines += 1;
    if (!/^\{"kind":"(page|end)"/.test(line) || bytes > statSync(file).size) continue;
    whole = bytes;
    found = { ...endOf(line), lines };
  }
  if (found === null) throw new CommandError(`${file} exists, and is no export that could go on`, EXIT_USAGE);
  await truncate(file, whole);
  return found;
}

const MAX_LINES = 2_000;
/** A request may have 1 MiB. */
const MAX_BYTES = 1_000_000;

type Counts = Pick<ImportOutcome, "created" | "replaced" | "erased" | "unchanged" | "waiting" | "missing">;

async function importFrom(
  service: Service,
  file: string,
  { dryRun, format }: { readonly dryRun?: true; readonly format?: Format },
): Promise<Counts> {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist`, EXIT_USAGE);
  const counts = { created: 0, replaced: 0, erased: 0, unchanged: 0, waiting: 0, missing: [] as string[] };
  const progress = dryRun === true ? null : new Progress(file, service.address);
  const bar = new Bar(dryRun === true ? "reading" : "importing");
  try {
    let done = 0;
    for await (const batch of batchesOf(linesOf(file, format))) {
      done += batch.length;
      if (done <= (progress?.lines ?? 0)) continue;
      const query = dryRun === true ? { dryRun } : {};
      const outcome = await importAll(service, query, batch.join("\n"));
      for (const name of ["created", "replaced", "erased", "unchanged"] as const)
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
    const first = parsed(line);
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
  const whole = parsed(text);
  if (whole !== undefined) return [whole];
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const value = parsed(line);
    if (value === undefined) throw new CommandError(`${file}, line ${i + 1}: is no JSON`, EXIT_USAGE);
    return [value];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const length = Buffer.byteLength(line) + 1;
    if (batch.length > 0 && (batch.length === MAX_LINES || bytes + length > MAX_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(line);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
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
