/** A folder of a test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
