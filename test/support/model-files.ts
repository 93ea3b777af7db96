/** A server of model files for tests. */
import { createHash } from "node:crypto";
import { startServerProcess } from "./serverProcess";

/** What each of its files holds. */
export const FILE_BYTES = Buffer.alloc(3_000_000, "model");

/** The file, as a table of models describes it. */
export const describedFile = (path: string) => ({
  path,
  bytes: FILE_BYTES.length,
  sha256: createHash("sha256").update(FILE_BYTES).digest("hex"),
});

/** Starts it in a process of its own, which ends with the test file. Returns its address. */
export async function startModelFiles(): Promise<string> {
  return await startServerProcess("test/support/model-files-main.ts");
}
