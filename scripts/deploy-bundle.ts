/** Bundles convex/ with the Convex CLI's own settings, as a deploy does before it talks to a deployment. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runConvex, withProjectCopy } from "./convex-cli";

/** How it ended: with bundles, or with the CLI's reasons. */
export type BundleOutcome =
  | { readonly kind: "bundled"; readonly files: number }
  | { readonly kind: "refused"; readonly reasons: string };

// The CLI stops after bundling, before it would call this.
const NOWHERE = { url: "http://127.0.0.1:9", adminKey: "unused" };

/**
 * Bundles the functions of the project at `root`, which stays as it is: types, variables and all. The bundle is kept in
 * `keepIn`, which must not exist or be empty, where that is given.
 */
export function bundleForDeploy(root: string, keepIn?: string): Promise<BundleOutcome> {
  return withProjectCopy(root, { generated: true }, async (copy) => {
    const dir = keepIn ?? join(copy, "bundle");
    const { code, output } = await runConvex(
      copy,
      ["deploy", "--debug-bundle-path", dir, "--typecheck", "disable", "--codegen", "disable", "-y"],
      NOWHERE,
    );
    const files = existsSync(dir) ? readdirSync(dir, { recursive: true }).length : 0;
    if (code === 0 && files > 0) return { kind: "bundled", files };
    return { kind: "refused", reasons: `exit code ${code}\n${output}` };
  });
}
