/** What the tests of audits share. */
import type { MutationCtx } from "../../convex/_generated/server";
import type { App } from "./requests";

type Step<Progress> =
  | { readonly kind: "counting"; readonly progress: Progress }
  | { readonly kind: "counted"; readonly mended: readonly string[] };

/** Audits to the end, with something happening after the first step; the names of what was mended. */
export async function audited<Progress>(
  t: App,
  audit: (ctx: MutationCtx, progress: Progress | undefined) => Promise<Step<Progress>>,
  meanwhile: (ctx: MutationCtx) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  for (let progress: Progress | undefined; ;) {
    const before = progress;
    // As text, because what a function returns must be a Convex value.
    const step = JSON.parse(
      await t.run(async (ctx) => JSON.stringify(await audit(ctx, before))),
    ) as Step<Progress>;
    if (step.kind === "counted") return step.mended;
    if (progress === undefined) await t.run(meanwhile);
    progress = step.progress;
  }
}
