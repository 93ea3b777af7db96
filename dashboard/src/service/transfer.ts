/** Export and import in pages and requests of bounded size. */
import { exportAll, importAll, type ImportOutcome, type Service } from "../../../client";
import { formatOf, toldLines } from "../../../mind/memoryFormats/formats";

const MAX_LINES = 2_000;
/** A request may have 1 MiB. */
const MAX_BYTES = 1_000_000;

type Told = (lines: number) => void;

export interface Exported {
  readonly lines: number;
  readonly pages: readonly string[];
}

/** Every page of an export. `told` hears how many lines have come. */
export async function exportPages(service: Service, told: Told): Promise<Exported> {
  const pages: string[] = [];
  let lines = 0;
  for (let cursor: string | undefined; ;) {
    const page = await exportAll(service, cursor === undefined ? {} : { cursor });
    pages.push(page);
    const all = page.trimEnd().split("\n");
    lines += all.length;
    told(lines);
    const last = JSON.parse(all.at(-1) ?? "{}") as { readonly kind?: string; readonly cursor?: string };
    if (last.kind === "end") return { lines, pages };
    if (last.cursor === undefined) throw new Error("The service answered a page without an end.");
    ({ cursor } = last);
  }
}

export type Imported = Pick<
  ImportOutcome,
  "created" | "replaced" | "erased" | "unchanged" | "waiting" | "missing"
>;

/** Imports the text of an export, or of a file of mem0, Letta or ChatGPT. With `dryRun` nothing is written. */
export async function importText(
  service: Service,
  { text, dryRun }: { readonly text: string; readonly dryRun: boolean },
  told: Told,
): Promise<Imported> {
  let sum: Imported = { created: 0, replaced: 0, erased: 0, unchanged: 0, waiting: 0, missing: [] };
  let done = 0;
  for (const batch of batchesOf(linesOf(text))) {
    const outcome = await importAll(service, { dryRun }, batch.join("\n"));
    sum = {
      created: sum.created + outcome.created,
      replaced: sum.replaced + outcome.replaced,
      erased: sum.erased + outcome.erased,
      unchanged: sum.unchanged + outcome.unchanged,
      waiting: outcome.waiting,
      missing: outcome.missing,
    };
    done += batch.length;
    told(done);
  }
  return sum;
}

/** @throws {Error} where the text is of no known format */
function linesOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (formatOf(parsed(lines[0] ?? "")) === "anima") return lines;
  const whole = parsed(text);
  const values = whole === undefined ? lines.map(parsed) : [whole];
  const format = formatOf(values[0]);
  if (format === null || format === "anima")
    throw new Error("This file is no export of Anima, mem0, Letta or ChatGPT.");
  return values.flatMap((value) => toldLines(format, value).map((line) => JSON.stringify(line)));
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function* batchesOf(lines: readonly string[]): Generator<string[]> {
  const encoder = new TextEncoder();
  let batch: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const length = encoder.encode(line).byteLength + 1;
    if (batch.length > 0 && (batch.length === MAX_LINES || bytes + length > MAX_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(line);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}
