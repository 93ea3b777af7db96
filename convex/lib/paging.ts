/** The fields that lists share. */
import { v, type ObjectType } from "convex/values";

/** Which page. */
export const page = { limit: v.number(), offset: v.number() };
export type Page = ObjectType<typeof page>;

/** Which page, of rows after `since` and before `until`, both exclusive, in ms since the epoch. */
export const range = { ...page, since: v.optional(v.number()), until: v.optional(v.number()) };
export type Range = ObjectType<typeof range>;

/** How many rows there are in all, and whether more follow those of the page. */
export const figures = { total: v.number(), hasMore: v.boolean() };
