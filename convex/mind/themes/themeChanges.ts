/** What regrouping a region changes about the themes that were known before. */
import { areEqual } from "../../../mind/lists/equalLists";
import { continuedGroups, type Group } from "./clusterIdentity";
import { regroup } from "./clustering";
import type { Naming } from "./namedMatters";
import type { Near } from "./nearest";
import { edgesOf } from "./neighbourGraph";
import { isSure, matterGroups, type Likeness } from "./themeGroups";

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
  /** Members that were compared by their vectors as well as by their words. */
  readonly byMeaning: ReadonlySet<number>;
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

/** A region after regrouping. */
export interface Regrouped<Id extends string = string> {
  readonly region: Region<Id>;
  readonly groups: readonly Group[];
  /** Those of the groups of which only what their members name can tell what in them is a theme; members ascending. */
  readonly unsure: ReadonlyMap<Group, readonly number[]>;
}

/** Finds the groups of a region. What the members of the unsure ones name has to be read before `themeChanges`. */
export function regroupRegion<Id extends string>(region: Region<Id>): Regrouped<Id> {
  const likeness = likenessIn(region);
  const groups = foundGroups(region);
  const unsure = new Map<Group, readonly number[]>();
  for (const group of groups) {
    const places = placesOf(group);
    // One that reaches beyond the region is known only in part, and stays.
    if (places.every((place) => region.members.has(place)) && !isSure(places, likeness))
      unsure.set(group, places);
  }
  return { region, groups, unsure };
}

/**
 * The changes, themes that stay as they are left out. No memory is in two themes, and each theme that is founded or
 * changed holds at least `SMALLEST_CLUSTER`. Deterministic; it knows memories by place only, so that two services that were
 * told the same find the same. `namings` is what the members of unsure groups name.
 */
export function themeChanges<Id extends string>(
  { region, groups, unsure }: Regrouped<Id>,
  namings: ReadonlyMap<number, Naming>,
): ThemeChange<Id>[] {
  const likeness = likenessIn(region);
  const named = new Map(region.themes.map((theme) => [nameOf(theme), theme]));
  const known = [...named].map(([id, { members }]) => groupOf(id, members));
  const found = groups.flatMap((group) => {
    const places = unsure.get(group);
    if (places === undefined) return [group];
    return matterGroups(places, likeness, namings).map((own, i) => groupOf(`${group.id}/${i}`, own));
  });
  const continued = continuedGroups(known, found);
  const changes: ThemeChange<Id>[] = [];
  for (const group of found) {
    const members = placesOf(group);
    const before = named.get(continued.get(group.id) ?? "");
    if (before === undefined) changes.push({ kind: "founded", members });
    else if (!areEqual(before.members, members)) changes.push({ kind: "changed", id: before.id, members });
  }
  const kept = new Set(continued.values());
  for (const [name, { id }] of named) if (!kept.has(name)) changes.push({ kind: "dissolved", id });
  return changes;
}

function likenessIn({ nearest, byMeaning }: Region): Likeness {
  return {
    nearest: (place) => nearest.get(place) ?? [],
    isByMeaning: (place) => byMeaning.has(place),
  };
}

function placesOf({ members }: Group): number[] {
  return [...members].map(Number).sort((a, b) => a - b);
}

/** The groups after regrouping, themes outside the region included, by their first members. */
function foundGroups(region: Region): Group[] {
  const named = new Map(region.themes.map((theme) => [nameOf(theme), theme]));
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
