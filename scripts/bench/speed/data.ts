/** Data directories with many memories: each build stores the same ones. */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunningService } from "../../../test/support/running-service";
import { madeUp } from "../memory/texts";
import type { Build } from "./build";
import { run } from "./client";

/** In no other text: the memories to erase. */
export const MARK = "zorblat";
/** So many of them. */
export const MARKED = 200;
const SEED = 20_261_128;
const CONNECTIONS = 8;

/** Memories to store, one after the other. */
export function memories(count: number, seed = SEED): () => { type: string; content: string } {
  const texts = madeUp(count, seed);
  let at = 0;
  return () => {
    const { value } = texts.next() as { value?: { type: string; content: string } };
    if (value === undefined) throw new Error(`no more than ${count} texts`);
    at += 1;
    const isMarked = at % Math.ceil(count / MARKED) === 0;
    return isMarked ? { ...value, content: `${value.content} (${MARK})` } : value;
  };
}

/** Seeds a folder of the build once; it stays for later comparisons. */
export async function seeded(build: Build, count: number): Promise<string> {
  const folder = join(build.root, ".host", `bench-${count}-memories-${build.name.split(" ")[0]}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const service = await RunningService.start({ root: build.root, dataDir: draft });
  try {
    const next = memories(count);
    process.stderr.write(`storing ${count} memories, ${build.name}\n`);
    const ask = () => ({ method: "POST", path: "/memories/store", body: next() }) as const;
    await run(service, ask, { connections: CONNECTIONS, requests: count });
    await service.stop();
  } finally {
    await service.dispose();
  }
  renameSync(draft, folder);
  return folder;
}

/** A copy of a data directory, which the caller may change. */
export function copyOf(dataDir: string): string {
  const copy = join(mkdtempSync(join(tmpdir(), "anima-bench-")), "data");
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}
