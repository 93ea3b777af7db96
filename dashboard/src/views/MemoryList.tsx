/** The list of memories that pass a filter, in pages. */
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { plural } from "../format";
import { useLive } from "../service/live";
import { useRequest } from "../service/rest";
import { Button, Empty, Failure, Loading } from "../ui/basics";
import type { Chosen } from "./BulkActions";
import { filtersSet, pagesOf, tagsOf, type Loaded, type MemoryFilter } from "./memoryFilter";
import { MemoryRows } from "./MemoryRows";

interface Props {
  readonly filter: MemoryFilter;
  readonly turn: number;
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
  readonly onTags: (tags: readonly string[]) => void;
  readonly onClear: () => void;
}

export function MemoryList({ filter, turn, chosen, onChosen, onTags, onClear }: Props) {
  const live = useLive(api.live.memories, { limit: 30 });
  const list = JSON.stringify([filter, turn, live.data?.[0]?._id]);
  const [shown, setShown] = useState({ filter: "", pages: 1 });
  // Another filter begins at its first page.
  const pages = shown.filter === JSON.stringify(filter) ? shown.pages : 1;
  const known = useRef<{ readonly list: string; readonly loaded: Loaded } | null>(null);
  const listed = useRequest(JSON.stringify([list, pages]), async (service, signal) => {
    const before = known.current?.list === list ? known.current.loaded : null;
    const loaded = await pagesOf(service, filter, { pages, before, signal });
    known.current = { list, loaded };
    return loaded;
  });
  const { data, error } = listed;
  useEffect(() => {
    if (data !== undefined) onTags(tagsOf(data.memories));
    // oxlint-disable-next-line react/exhaustive-deps -- the caller's function is made anew in every rendering
  }, [data]);
  if (data === undefined)
    return error === null ? <Loading lines={8} /> : <Failure error={error} retry={listed.reload} />;
  // Edits reach the list live, without asking again.
  const fresh = new Map(live.data?.map((memory) => [memory._id as string, memory]));
  const memories = data.memories.map((memory) => {
    const now = fresh.get(memory._id);
    return now === undefined ? memory : { ...memory, ...now, metadata: memory.metadata };
  });
  return (
    <>
      {error !== null && <Failure error={error} retry={listed.reload} />}
      {data.memories.length === 0 &&
        (filtersSet(filter) > 0 ? (
          <Empty title="No memory passes the filters">
            <Button onClick={onClear}>Clear the filters</Button>
          </Empty>
        ) : (
          <Empty title="It remembers nothing yet">
            <a href="#/memory?add=1">Add a memory</a>, or <a href="#/talk">write to it</a>: a tick keeps what
            matters.
          </Empty>
        ))}
      <MemoryRows
        label="Memories"
        found={`${plural(data.total, "memory", "memories")}, ${data.order} first`}
        {...{ memories, chosen, onChosen }}
      />
      {data.hasMore && (
        <Button
          look="quiet"
          disabled={listed.loading}
          onClick={() => setShown({ filter: JSON.stringify(filter), pages: pages + 1 })}
        >
          {listed.loading ? "Loading…" : "More memories"}
        </Button>
      )}
    </>
  );
}
