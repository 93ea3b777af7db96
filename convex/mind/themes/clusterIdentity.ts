/** Which of the themes found now is which of those known before: a theme stays itself while most of it stays together. */

/** A theme known before or found now: a name and who is in it. */
export interface Group {
  readonly id: string;
  readonly members: ReadonlySet<string>;
}

/**
 * For each group found now the id of the known group that it continues; groups that are new are not in the result. Pairs
 * are matched by what they share of both together (Jaccard), the best pair first, each group once, ties by id. A group
 * continues another only if that share is at least `LEAST_CONTINUED`.
 */
export function continuedGroups(known: readonly Group[], found: readonly Group[]): Map<string, string> {
  const holders = new Map<string, Group[]>();
  for (const group of known)
    for (const member of group.members) holders.set(member, [...(holders.get(member) ?? []), group]);

  const pairs: { share: number; before: string; now: string }[] = [];
  for (const group of found) {
    const common = new Map<Group, number>();
    for (const member of group.members)
      for (const holder of holders.get(member) ?? []) common.set(holder, (common.get(holder) ?? 0) + 1);
    for (const [holder, count] of common) {
      const share = count / (group.members.size + holder.members.size - count);
      if (share >= LEAST_CONTINUED) pairs.push({ share, before: holder.id, now: group.id });
    }
  }
  pairs.sort((p, q) => q.share - p.share || compare(p.before, q.before) || compare(p.now, q.now));

  const continued = new Map<string, string>();
  const taken = new Set<string>();
  for (const { before, now } of pairs) {
    if (continued.has(now) || taken.has(before)) continue;
    continued.set(now, before);
    taken.add(before);
  }
  return continued;
}
/** A theme that doubled, or lost two thirds to others, is still recognised; less overlap than this is chance. */
const LEAST_CONTINUED = 0.25;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
