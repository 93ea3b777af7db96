/** The files under `_generated`, as the Convex CLI generates them. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { inspectApp } from "./inspect";
import { startPushServer } from "./push";
import { runConvex, withProjectCopy } from "./convexCli";

/** Contents by path, relative to the project, with `/`. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** The present generated files in the project at `root`. */
export function readGenerated(root: string): GeneratedFiles {
  const files = new Map<string, string>();
  for (const entry of readdirSync(join(root, "convex"), { withFileTypes: true, recursive: true })) {
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join("/");
    if (entry.isFile() && path.includes("/_generated/"))
      files.set(path, readFileSync(join(root, path), "utf8"));
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Generates the files for the project at `root` without changing it. `folders`: as of `withProjectCopy`.
 * @throws with the CLI's output if it fails
 */
export function generate(root: string, folders?: readonly string[]): Promise<GeneratedFiles> {
  return withProjectCopy(root, { generated: false, folders }, async (copy) => {
    const adminKey = randomBytes(16).toString("hex");
    const functionsDir = join(copy, "convex");
    const inspect = () => inspectApp({ functionsDir, outDir: join(copy, "bundle"), env: {} });
    const server = await startPushServer(inspect, adminKey);
    try {
      const { code, output } = await runConvex(copy, ["codegen", "--typecheck", "disable"], {
        url: server.url,
        adminKey,
      });
      if (code !== 0) throw new Error(`convex codegen failed (exit code ${code}):\n${output}`);
    } finally {
      await server.close();
    }
    return readGenerated(copy);
  });
}

/** The paths of missing, superfluous and different files. */
export function stalePaths(present: GeneratedFiles, wanted: GeneratedFiles): string[] {
  const paths = new Set([...present.keys(), ...wanted.keys()]);
  return [...paths].filter((path) => present.get(path) !== wanted.get(path)).sort();
}

/** Updates the project's generated files to `wanted`. Writes only files that differ. */
export function writeGenerated(root: string, wanted: GeneratedFiles): string[] {
  const stale = stalePaths(readGenerated(root), wanted);
  for (const path of stale) {
    const contents = wanted.get(path);
    const file = join(root, path);
    if (contents === undefined) {
      rmSync(file);
      continue;
    }
    if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return stale;
}
