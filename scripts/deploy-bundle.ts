/** Bundles convex/ with the Convex CLI's settings, like a deploy before it contacts the deployment. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runConvex, withProjectCopy } from "convex-on-sqlite/codegen";
import { APP_FOLDERS } from "./start/root";

/** Success, or the CLI's reasons for failing. */
export type BundleOutcome =
  | { readonly kind: "bundled"; readonly files: number }
  | { readonly kind: "refused"; readonly reasons: string };

// The CLI stops after bundling, before it calls this.
const UNUSED_DEPLOYMENT = { url: "http://127.0.0.1:9", adminKey: "unused" };

/**
 * Bundles the functions of the project at `root` without changing it. The bundle is written to `keepIn`, if given, which
 * must not exist or be empty.
 */
export function bundleForDeploy(root: string, keepIn?: string): Promise<BundleOutcome> {
  return withProjectCopy(root, { generated: true, folders: APP_FOLDERS }, async (copy) => {
    const dir = keepIn ?? join(copy, "bundle");
    const { code, output } = await runConvex(
      copy,
      ["deploy", "--debug-bundle-path", dir, "--typecheck", "disable", "--codegen", "disable", "-y"],
      UNUSED_DEPLOYMENT,
    );
    const files = existsSync(dir) ? readdirSync(dir, { recursive: true }).length : 0;
    if (code === 0 && files > 0) return { kind: "bundled", files };
    return { kind: "refused", reasons: `exit code ${code}\n${output}` };
  });
}
