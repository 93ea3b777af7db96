/** The programs and threads that the service consists of. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isPackaged, projectRoot } from "./root";

/** Each is a bundle of its own in the package. */
export const ENTRY_POINTS = {
  command: "cli/main.ts",
  start: "scripts/start.ts",
  restore: "scripts/restore.ts",
  verify: "scripts/verify.ts",
  embedding: "embedding/worker.ts",
} as const;

/** The file to run, and the arguments before the program's own: Node can't run TypeScript, so run.mjs bundles it first. */
export function entryPoint(name: keyof typeof ENTRY_POINTS): { file: string; args: readonly string[] } {
  if (isPackaged) return { file: join(projectRoot, "dist", `${name}.mjs`), args: [] };
  return { file: join(projectRoot, "scripts/run.mjs"), args: [ENTRY_POINTS[name]] };
}

/** Runs one in this process, with these arguments, instead of the program that calls it. */
export async function runEntryPoint(
  name: keyof typeof ENTRY_POINTS,
  ...own: readonly string[]
): Promise<void> {
  const { file, args } = entryPoint(name);
  process.argv.splice(2, Infinity, ...args, ...own);
  // In a checkout the runner is loaded a second time, now for a bundle of its own.
  await import(`${pathToFileURL(file).href}?${name}`);
}
