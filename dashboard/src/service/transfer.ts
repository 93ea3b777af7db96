/** Export and import in pages and requests of bounded size. */
import { batchesOf, exportAll, importAll, type ImportOutcome, type Service } from "../../../client";
import {
  formatOf,
  isEmpty,
  NO_MEMORY,
  parsedJson,
  foreignLines,
} from "../../../convex/transfer/formats/formats";

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

export type Imported = Pick<ImportOutcome, "created" | "replaced" | "erased" | "unchanged" | "skipped">;

/** Imports the text of an export, or of a file of mem0, Letta or ChatGPT. With `dryRun` nothing is written. */
export async function importText(
  service: Service,
  { text, dryRun }: { readonly text: string; readonly dryRun: boolean },
  told: Told,
): Promise<Imported> {
  let sum: Imported = { created: 0, replaced: 0, erased: 0, unchanged: 0, skipped: 0 };
  let done = 0;
  for await (const batch of batchesOf(linesOf(text))) {
    const outcome = await importAll(service, { dryRun }, batch.join("\n"));
    sum = {
      created: sum.created + outcome.created,
      replaced: sum.replaced + outcome.replaced,
      erased: sum.erased + outcome.erased,
      unchanged: sum.unchanged + outcome.unchanged,
      skipped: sum.skipped + outcome.skipped,
    };
    done += batch.length;
    told(done);
  }
  return sum;
}

/** @throws {Error} where the text is of no known format */
function linesOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (formatOf(parsedJson(lines[0] ?? "")) === "anima") return lines;
  const whole = parsedJson(text);
  const values = whole === undefined ? lines.map(parsedJson) : [whole];
  const format = formatOf(values[0]);
  if (format === null || format === "anima")
    throw new Error("This file is no export of Anima, mem0, Letta or ChatGPT.");
  const told = values.flatMap((value) => foreignLines(format, value).map((line) => JSON.stringify(line)));
  if (told.length === 0 && !values.every(isEmpty)) throw new Error(`This file ${NO_MEMORY}.`);
  return told;
}
