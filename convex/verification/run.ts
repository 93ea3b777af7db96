/** Verifies all that follows from the rows: lists, totals, references and search documents. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { withoutKey, type Claimed } from "../idempotency/idempotency";
import * as Totals from "../lib/totals";
import { TABLES } from "../registry/tables";
import type { Place } from "./checks";
import * as Sums from "./totals";

export const report = v.object({
  /** The first of them. */
  differences: v.array(v.string()),
  found: v.number(),
  repaired: v.number(),
  rows: v.number(),
  entries: v.number(),
  /** Totals that changed during every count. */
  uncompared: v.array(v.string()),
});
export type Report = Infer<typeof report>;

/** More help nobody. */
const MAX_TOLD = 100;
const A_MOMENT_MS = 1_000;
/** Counts of totals that change meanwhile. */
const MAX_COUNTS = 5;

/** Verifies, after it has repaired what can be. */
export async function verify(ctx: ActionCtx, repairs: boolean, claimed: Claimed = {}): Promise<Report> {
  const before = repairs ? (await new Walk(ctx, true).all()).found : 0;
  const outcome = await new Walk(ctx, false).all();
  const { found, differences, rows, entries } = outcome;
  const first = differences[0] ?? "";
  await ctx.runMutation(internal.verification.functions.note, { ...withoutKey(claimed), found, first });
  const figures = JSON.stringify({ message: "verified", rows, entries, found, first });
  if (found === 0) console.info(figures);
  else console.error(figures);
  return { ...outcome, repaired: Math.max(0, before - found) };
}

/** As `verify`, by the service itself. */
export const all = internalAction({
  args: { repairs: v.boolean() },
  returns: report,
  handler: (ctx, { repairs }): Promise<Report> => verify(ctx, repairs),
});

class Walk {
  private readonly differences: string[] = [];
  private readonly uncompared: string[] = [];
  private found = 0;
  private readonly ctx: ActionCtx;
  private readonly repairs: boolean;

  constructor(ctx: ActionCtx, repairs: boolean) {
    this.ctx = ctx;
    this.repairs = repairs;
  }

  /** Lists first: a tree that is broken can't be added to. */
  async all(): Promise<Omit<Report, "repaired">> {
    const entries = await this.compare();
    let rows = 0;
    for (const name of Object.keys(TABLES)) rows += await this.compare(name as keyof typeof TABLES);
    await this.compareTotals();
    const { differences, found, uncompared } = this;
    return { differences, found, rows, entries, uncompared };
  }

  private add(differences: readonly string[]): void {
    this.found += differences.length;
    this.differences.push(...differences.slice(0, MAX_TOLD - this.differences.length));
  }

  /** Compares all rows of a table; without one, all lists. Returns how many rows or entries these are. */
  private async compare(table?: keyof typeof TABLES): Promise<number> {
    const { check, repair } = internal.verification.functions;
    let compared = 0;
    for (let from: Place | null = null; ;) {
      const args = { table, from };
      const checked: { differences: string[]; compared: number; next: Place | null } = this.repairs
        ? await this.ctx.runMutation(repair, args)
        : await this.ctx.runQuery(check, args);
      this.add(this.repairs ? checked.differences : await this.lasting(args, checked.differences));
      compared += checked.compared;
      if (checked.next === null) return compared;
      from = checked.next;
    }
  }

  /** Those that are there a moment later, too: an erasure of several transactions removes parts before the row that they belong to. */
  private async lasting(
    args: { readonly table?: keyof typeof TABLES | undefined; readonly from: Place | null },
    differences: readonly string[],
  ): Promise<readonly string[]> {
    if (differences.length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS));
    const again = await this.ctx.runQuery(internal.verification.functions.check, args);
    const now = new Set(again.differences);
    return differences.filter((text) => now.has(text));
  }

  /** Compares totals that did not change from the first row to the last. Of others nobody knows which rows they count: again. */
  private async compareTotals(): Promise<void> {
    let names: readonly Totals.Name[] = Totals.NAMES;
    for (let attempt = 0; attempt < MAX_COUNTS && names.length > 0; attempt++) {
      const { counted, kept, changed } = await this.count();
      for (const name of names.filter((name) => !changed.has(name))) {
        const [was, is] = [kept[name] ?? {}, counted[name] ?? {}];
        const differences = Sums.differences(name, was, is);
        this.add(differences.map(({ text }) => text));
        if (this.repairs && differences.length > 0) {
          const args = { name, kept: was, counted: is };
          await this.ctx.runMutation(internal.verification.functions.repairTotal, args);
        }
      }
      names = names.filter((name) => changed.has(name));
    }
    this.uncompared.push(...names);
  }

  private async count() {
    let counted: Sums.Sums = {};
    let kept: Sums.Sums | null = null;
    const changed = new Set<Totals.Name>();
    for (const { name } of Sums.counted)
      for (let after: number | null = 0; after !== null;) {
        const args: { table: keyof typeof TABLES; after: number } = {
          table: name as keyof typeof TABLES,
          after,
        };
        const page: { sums: Sums.Sums; next: number | null; kept: Sums.Sums } = await this.ctx.runQuery(
          internal.verification.functions.count,
          args,
        );
        counted = Sums.plus(counted, page.sums);
        kept ??= page.kept;
        for (const of of Totals.NAMES)
          if (Sums.differences(of, kept[of] ?? {}, page.kept[of] ?? {}).length > 0) changed.add(of);
        after = page.next;
      }
    return { counted, kept: kept ?? {}, changed };
  }
}
