/** What narrows and orders the list of memories, and the requests that this makes. */
import { listMemories, type ListMemoriesQuery, type Memory, type Service } from "../../../client";
import { ALL_SCOPES } from "../ui/filters";

export interface MemoryFilter {
  readonly type: "" | Memory["type"];
  /** A tag or name, or `key=value` of the metadata. */
  readonly tag: string;
  readonly whose: string;
  /** Days as a date field has them, in the viewer's zone; empty for no bound. */
  readonly from: string;
  readonly to: string;
  /** Least importance, as text. */
  readonly least: string;
  readonly pinned: boolean;
  readonly order: "newest" | "oldest";
}

export const NO_FILTER: MemoryFilter = {
  ...{ type: "", tag: "", whose: "", from: "", to: "", least: "", pinned: false, order: "newest" },
};

/** How many filters are set. */
export function filtersSet({ order: _, pinned, ...texts }: MemoryFilter): number {
  return Object.values(texts).filter((text) => text !== "").length + (pinned ? 1 : 0);
}

/** What a search and a list both take. */
export function sharedQuery({ type, tag, whose }: MemoryFilter) {
  return {
    scope: whose.trim() || ALL_SCOPES,
    ...(type === "" ? {} : { type }),
    ...tagQuery(tag.trim()),
  };
}

function tagQuery(tag: string): Pick<ListMemoriesQuery, "entity" | `metadata.${string}`> {
  const [key = "", ...value] = tag.split("=");
  if (tag === "") return {};
  return value.length > 0 && key !== ""
    ? { [`metadata.${key.trim()}`]: value.join("=").trim() }
    : { entity: tag };
}

export function listQuery(filter: MemoryFilter): ListMemoriesQuery {
  const { from, to, least, pinned } = filter;
  return {
    ...sharedQuery(filter),
    // The bounds are exclusive.
    ...(from === "" ? {} : { since: startOf(from) - 1 }),
    ...(to === "" ? {} : { until: startOf(to, 1) }),
    ...(least === "" ? {} : { minImportance: Number(least) }),
    ...(pinned ? { pinned: "true" } : {}),
  };
}

/** The start of a day in the viewer's zone, or of one some days later, in milliseconds. */
function startOf(date: string, later = 0): number {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, day + later).getTime();
}

const PAGE = 50;

export interface Loaded {
  readonly order: MemoryFilter["order"];
  readonly memories: readonly Memory[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** The first pages together. `before` is what was loaded with fewer pages of the same list, which is not asked for again. */
export async function pagesOf(
  service: Service,
  filter: MemoryFilter,
  {
    pages,
    before,
    signal,
  }: { readonly pages: number; readonly before: Loaded | null; readonly signal: AbortSignal },
): Promise<Loaded> {
  const query = listQuery(filter);
  let loaded: Loaded = before ?? { order: filter.order, memories: [], total: 0, hasMore: true };
  while (loaded.hasMore && loaded.memories.length < pages * PAGE) {
    const page = await pageAfter(service, query, filter.order, loaded, signal);
    const memories = [...loaded.memories, ...page.memories];
    loaded = {
      order: filter.order,
      memories,
      total: page.total,
      hasMore: page.memories.length > 0 && memories.length < page.total,
    };
  }
  return loaded;
}

/** The service lists the newest first and knows the total, so the oldest are its last page, turned round. */
async function pageAfter(
  service: Service,
  query: ListMemoriesQuery,
  order: MemoryFilter["order"],
  { memories: { length: offset }, total }: Loaded,
  signal: AbortSignal,
): Promise<Pick<Loaded, "memories" | "total">> {
  if (order === "newest") return await listMemories(service, { ...query, limit: PAGE, offset }, { signal });
  const all = offset > 0 ? total : (await listMemories(service, { ...query, limit: 1 }, { signal })).total;
  const limit = Math.min(PAGE, all - offset);
  if (limit <= 0) return { memories: [], total: all };
  const page = await listMemories(service, { ...query, limit, offset: all - offset - limit }, { signal });
  return { memories: [...page.memories].reverse(), total: page.total };
}

/** Tags and names of memories, and pairs of their metadata, to choose from. */
export function tagsOf(memories: readonly Pick<Memory, "metadata">[]): string[] {
  const tags = memories.flatMap(({ metadata: { entities, ...others } }) => [
    ...(Array.isArray(entities) ? entities.map(String) : []),
    ...Object.entries(others).flatMap(([key, value]) =>
      typeof value === "string" && value.length <= 40 ? [`${key}=${value}`] : [],
    ),
  ]);
  return [...new Set(tags)].sort((a, b) => a.localeCompare(b));
}
