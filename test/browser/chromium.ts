/** The browser of tests and screenshots: Debian's Chromium. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** A first start reads some hundred megabytes, beside other tests. */
const LAUNCH_MS = 85_000;

/** The path of a Chromium, from CHROMIUM or PATH; null where there is none. */
export function findChromium(): string | null {
  const named = process.env["CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable) ?? null;
}

export async function startChromium(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  // As root, as in CI's container, Chromium refuses its sandbox; a small /dev/shm would end its tabs.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", ...more];
  return await chromium.launch({ executablePath, args, timeout: LAUNCH_MS });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
