/** What regrouping a region changes about the themes that were known before. */
import { areEqual } from "../equalLists";
import { continuedGroups, type Group } from "./clusterIdentity";
import { regroup } from "./clustering";
import type { Near } from "./nearest";
import { edgesOf } from "./neighbourGraph";
import { areCoherent } from "./themeWitnesses";

/** A theme known before; members are places, ascending. */
export interface KnownTheme<Id extends string = string> {
  readonly id: Id;
  readonly members: readonly number[];
}

export interface Region<Id extends string = string> {
  /** The memories to regroup, by place. */
  readonly members: ReadonlySet<number>;
  /** The nearest of each member, and of others as far as they are known. */
  readonly nearest: ReadonlyMap<number, readonly Near[]>;
  /** Themes near the region. One is either in it with all of its members, to be regrouped, or with none: then it may gain. */
  readonly themes: readonly KnownTheme<Id>[];
}

/** Members ascending. */
export type ThemeChange<Id extends string = string> =
  | { readonly kind: "founded"; readonly members: readonly number[] }
  | { readonly kind: "changed"; readonly id: Id; readonly members: readonly number[] }
  | { readonly kind: "dissolved"; readonly id: Id };

/** Strengths are above what strangers have already. */
const NO_FLOOR = 0;

/**
 * The changes, themes that stay as they are left out. No memory is in two themes, and each theme that is founded or
 * changed holds at least `SMALLEST_CLUSTER`. Deterministic; it knows memories by place only, so that two services that were
 * told the same find the same.
 */
export function themeChanges<Id extends string>(region: Region<Id>): ThemeChange<Id>[] {
  const named = new Map(region.themes.map((theme) => [nameOf(theme), theme]));
  const known = [...named].map(([id, { members }]) => groupOf(id, members));
  const found = foundGroups(region, named).filter((group) => isTheme(region, group));
  const continued = continuedGroups(known, found);
  const changes: ThemeChange<Id>[] = [];
  for (const group of found) {
    const members = [...group.members].map(Number).sort((a, b) => a - b);
    const before = named.get(continued.get(group.id) ?? "");
    if (before === undefined) changes.push({ kind: "founded", members });
    else if (!areEqual(before.members, members)) changes.push({ kind: "changed", id: before.id, members });
  }
  const kept = new Set(continued.values());
  for (const [name, { id }] of named) if (!kept.has(name)) changes.push({ kind: "dissolved", id });
  return changes;
}

/** Whether a group is near enough to be a theme. One that reaches beyond the region is known only in part, and stays. */
function isTheme({ members, nearest }: Region, group: Group): boolean {
  const places = [...group.members].map(Number);
  if (!places.every((place) => members.has(place))) return true;
  return areCoherent(places, (place) => nearest.get(place) ?? []);
}

/** The groups after regrouping, themes outside the region included, by their first members. */
function foundGroups(region: Region, named: ReadonlyMap<string, KnownTheme>): Group[] {
  const members = [...region.members].sort((a, b) => a - b).map(String);
  const outside = [...named].filter(([, theme]) => !theme.members.some((place) => region.members.has(place)));
  const clusterOf = new Map(
    outside.flatMap(([name, theme]) => theme.members.map((place) => [String(place), name] as const)),
  );
  const sizeOf = new Map(outside.map(([name, theme]) => [name, theme.members.length]));
  const nearest = new Map(
    [...region.nearest].map(([place, near]) => [
      String(place),
      near.map((one) => ({ id: String(one.place), similarity: one.strength })),
    ]),
  );
  const regrouped = regroup({ members, edges: edgesOf(members, nearest, NO_FLOOR), clusterOf, sizeOf });
  const groups = new Map<string, Set<string>>();
  const join = (name: string, member: string) =>
    groups.set(name, (groups.get(name) ?? new Set()).add(member));
  for (const [member, name] of clusterOf) join(regrouped.merged.get(name) ?? name, member);
  for (const [member, name] of regrouped.clusterOf) join(name, member);
  return [...groups]
    .map(([id, group]) => ({ id, members: group, first: Math.min(...[...group].map(Number)) }))
    .sort((a, b) => a.first - b.first);
}

/** A theme's name while it is regrouped: no two share a member, and ids would settle ties by chance. */
function nameOf({ members }: KnownTheme): string {
  return `theme:${members[0] ?? ""}`;
}

function groupOf(id: string, members: readonly number[]): Group {
  return { id, members: new Set(members.map(String)) };
}
