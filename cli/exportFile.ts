/** Exports an agent to a file, page by page. An interrupted export goes on after the last whole page. */
import { createReadStream, existsSync, statSync, writeFileSync } from "node:fs";
import { open, truncate } from "node:fs/promises";
import { createInterface } from "node:readline";
import { AnimaError, exportAll, type Service } from "../client";
import { EXIT_USAGE } from "./exit";
import { CommandError } from "./failure";
import { Bar } from "./progressBar";

/** Exports to a file, or to standard output. Returns the number of lines. */
export async function exportTo(
  service: Service,
  file: string | undefined,
  vectors: boolean,
): Promise<number> {
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
