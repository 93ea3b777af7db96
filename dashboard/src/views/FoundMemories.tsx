/** What a search finds, with the scores explained. */
import { useState } from "react";
import { searchMemories } from "../../../client";
import { plural } from "../format";
import { useRequest } from "../service/rest";
import { Button, Empty, Failure, Loading, Select } from "../ui/basics";
import type { Chosen } from "./BulkActions";
import { sharedQuery, type MemoryFilter } from "./memoryFilter";
import { MemoryRows } from "./MemoryRows";

type Recency = "" | "1h" | "24h" | "7d" | "30d";

interface Props {
  readonly query: string;
  readonly filter: MemoryFilter;
  readonly turn: number;
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
}

export function FoundMemories({ query, filter, turn, chosen, onChosen }: Props) {
  const [threshold, setThreshold] = useState<number | undefined>(undefined);
  const [recency, setRecency] = useState<Recency>("");
  const shared = sharedQuery(filter);
  const search = useRequest(JSON.stringify([query, shared, recency, threshold, turn]), (service, signal) =>
    searchMemories(
      service,
      {
        ...shared,
        q: query,
        limit: 30,
        explain: true,
        ...(threshold === undefined ? {} : { threshold }),
        ...(recency === "" ? {} : { recency }),
      },
      { signal },
    ),
  );
  const { data, error } = search;
  if (data === undefined)
    return error === null ? <Loading lines={8} /> : <Failure error={error} retry={search.reload} />;
  return (
    <>
      {error !== null && <Failure error={error} retry={search.reload} />}
      <div className="row apart">
        <p className="quiet" role="status">
          {data.belowThreshold > 0 && `${plural(data.belowThreshold, "weaker candidate")} left out. `}
          {threshold === undefined && data.belowThreshold > 0 && (
            <Button look="quiet" onClick={() => setThreshold(0.3)}>
              Show weaker ones
            </Button>
          )}
        </p>
        <Select
          className="narrow"
          aria-label="Age"
          value={recency}
          onChange={({ target }) => setRecency(target.value as Recency)}
          options={[
            ["", "Of any age"],
            ["1h", "Of the last hour"],
            ["24h", "Of the last day"],
            ["7d", "Of the last week"],
            ["30d", "Of the last 30 days"],
          ]}
        />
      </div>
      {data.results.length === 0 && (
        <Empty title="Nothing found">
          {data.belowThreshold > 0 ? "Try other words, or show weaker ones." : "Try other words."}
        </Empty>
      )}
      <MemoryRows
        label="Found memories"
        found={`${plural(data.results.length, "memory", "memories")}, best first, in ${data.searchTime} ms`}
        memories={data.results.map(({ memory }) => memory)}
        results={data.results}
        {...{ chosen, onChosen }}
      />
    </>
  );
}
