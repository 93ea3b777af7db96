/** The entries of the stream: each kind's newest come live, older ones by REST, and all stand in one order of time. */
import { useCallback, useEffect, useRef, useState } from "react";
import {
  connect,
  listArtifacts,
  listEvents,
  listLogs,
  listNotes,
  listThoughts,
  type ArtifactPage,
  type EventPage,
  type LogPage,
  type NotePage,
  type Service,
  type ThoughtPage,
} from "../../../client";
import { api } from "../../../convex/_generated/api";
import { address } from "../service/about";
import { useLive } from "../service/live";
import { useTokens } from "../service/tokens";

export type Entry =
  | { readonly kind: "log"; readonly at: number; readonly item: LogPage["logs"][number] }
  | { readonly kind: "event"; readonly at: number; readonly item: EventPage["events"][number] }
  | { readonly kind: "note"; readonly at: number; readonly item: NotePage["notes"][number] }
  | { readonly kind: "thought"; readonly at: number; readonly item: ThoughtPage["thoughts"][number] }
  | { readonly kind: "artifact"; readonly at: number; readonly item: ArtifactPage["artifacts"][number] };
export type Kind = Entry["kind"];
export const KINDS = ["log", "event", "note", "thought", "artifact"] as const satisfies readonly Kind[];

/** As many of each kind come live. */
const LIVE = 20;
const PAGE = 100;

interface Older {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
}

export interface Feed {
  readonly entries: readonly Entry[];
  readonly status: "loading" | "ready" | "failed";
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly error: Error | null;
  readonly loadMore: () => void;
}

/** All entries of the kinds, newest first, as far back as they were loaded. */
export function useFeed(kinds: ReadonlySet<Kind>): Feed {
  const args = { limit: LIVE };
  const logs = useLive(api.live.logs, args);
  const events = useLive(api.live.events, args);
  const notes = useLive(api.notes.recent, args);
  const thoughts = useLive(api.consciousness.recentThoughts, args);
  const artifacts = useLive(api.live.artifacts, args);
  const live = [logs, events, notes, thoughts, artifacts];
  const heads: { readonly [kind in Kind]: readonly Entry[] } = {
    log: (logs.data ?? []).map((item) => ({ kind: "log", at: item.timestamp, item })),
    event: (events.data ?? []).map((item) => ({ kind: "event", at: item.receivedAt, item })),
    note: (notes.data ?? []).map((item) => ({ kind: "note", at: item.receivedAt, item })),
    thought: (thoughts.data ?? []).map((item) => ({ kind: "thought", at: item.timestamp, item })) as Entry[],
    artifact: (artifacts.data ?? []).map((item) => ({ kind: "artifact", at: item.timestamp, item })),
  };
  const { tokens } = useTokens();
  const [older, setOlder] = useState<{ readonly [kind in Kind]?: Older }>({});
  const [loadingMore, setLoadingMore] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const busy = useRef(false);

  const parts = KINDS.filter((kind) => kinds.has(kind)).map((kind) => {
    const head = heads[kind];
    const known = new Set(head.map(({ item }) => item._id));
    const oldest = head.at(-1)?.at ?? Infinity;
    // What is newer than the oldest live one and not among them was erased.
    const rest = (older[kind]?.entries ?? []).filter(({ at, item }) => at <= oldest && !known.has(item._id));
    const entries = [...head, ...rest];
    const hasMore = older[kind]?.hasMore ?? head.length === LIVE;
    return { kind, entries, hasMore };
  });
  // Before this, some kind may hold entries that are not loaded.
  const horizon = Math.max(
    ...parts.map(({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.at ?? 0) : 0)),
    0,
  );
  const behind = parts.filter(({ entries, hasMore }) => hasMore && (entries.at(-1)?.at ?? 0) >= horizon);

  const loadMore = useCallback(async (): Promise<void> => {
    if (busy.current || behind.length === 0) return;
    busy.current = true;
    setLoadingMore(true);
    setError(null);
    try {
      const service = connect(address, { tokens, retries: 1 });
      for (const { kind, entries } of behind) {
        const page = await LOAD[kind](service, entries.length);
        setOlder((before) => ({
          ...before,
          [kind]: {
            // The live ones pass on into the older ones, so that none is missing once others push them out.
            entries: union(entries, page.entries),
            hasMore: page.hasMore,
          },
        }));
      }
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      busy.current = false;
      setLoadingMore(false);
    }
  }, [behind, tokens]);

  const remembered = useRef(heads);
  useEffect(() => {
    const before = remembered.current;
    remembered.current = heads;
    for (const kind of KINDS) {
      const pushedOut = before[kind].filter(({ at }) => at < (heads[kind].at(-1)?.at ?? 0));
      if (pushedOut.length > 0)
        setOlder((all) => ({
          ...all,
          [kind]: {
            entries: union(pushedOut, all[kind]?.entries ?? []),
            hasMore: all[kind]?.hasMore ?? true,
          },
        }));
    }
  });

  return {
    entries: parts
      .flatMap(({ entries }) => entries)
      .filter(({ at }) => at >= horizon)
      .sort((a, b) => b.at - a.at),
    status: live.some(({ status }) => status === "failed")
      ? "failed"
      : live.some(({ status }) => status === "loading")
        ? "loading"
        : "ready",
    hasMore: behind.length > 0,
    loadingMore,
    error,
    loadMore: () => void loadMore(),
  };
}

function union(first: readonly Entry[], second: readonly Entry[]): Entry[] {
  const known = new Set(first.map(({ item }) => item._id));
  return [...first, ...second.filter(({ item }) => !known.has(item._id))].sort((a, b) => b.at - a.at);
}

const LOAD: { readonly [kind in Kind]: (service: Service, offset: number) => Promise<Older> } = {
  log: async (service, offset) => {
    const { logs, hasMore } = await listLogs(service, { limit: PAGE, offset });
    return { entries: logs.map((item) => ({ kind: "log", at: item.timestamp, item })), hasMore };
  },
  event: async (service, offset) => {
    const { events, hasMore } = await listEvents(service, { scope: "*", kind: "feed", limit: PAGE, offset });
    return { entries: events.map((item) => ({ kind: "event", at: item.receivedAt, item })), hasMore };
  },
  note: async (service, offset) => {
    const { notes, hasMore } = await listNotes(service, { scope: "*", limit: PAGE, offset });
    return { entries: notes.map((item) => ({ kind: "note", at: item.receivedAt, item })), hasMore };
  },
  thought: async (service, offset) => {
    const { thoughts, hasMore } = await listThoughts(service, { limit: PAGE, offset });
    return { entries: thoughts.map((item) => ({ kind: "thought", at: item.timestamp, item })), hasMore };
  },
  artifact: async (service, offset) => {
    const { artifacts, hasMore } = await listArtifacts(service, { limit: PAGE, offset });
    return { entries: artifacts.map((item) => ({ kind: "artifact", at: item.timestamp, item })), hasMore };
  },
};
