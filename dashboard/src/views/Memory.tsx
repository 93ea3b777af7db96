/** What the agent remembers and knows. */
import { lazy, Suspense, useState } from "react";
import {
  getMemoryStats,
  listCoreMemories,
  listMemories,
  searchMemories,
  type Memory as MemoryType,
  type SearchResult,
} from "../../../client";
import { api } from "../../../convex/_generated/api";
import { capital, count, dateTime, percent, plural } from "../format";
import { hrefWith } from "../router";
import { useLive } from "../service/live";
import { useRequest } from "../service/rest";
import { Ago, Button, Card, Empty, Failure, Loading, Select, Tag } from "../ui/basics";
import { ALL_SCOPES, ScopeFilter, SearchBox, useSettled } from "../ui/filters";

const Graph = lazy(() => import("./Graph"));
const Knowledge = lazy(() => import("./Knowledge"));

const PARTS = [
  ["", "Memories"],
  ["graph", "Graph"],
  ["themes", "Themes"],
  ["stats", "Figures"],
  ["knowledge", "Knowledge"],
] as const;

export const MEMORY_TYPES = ["episodic", "semantic", "emotional", "procedural", "reflection"] as const;

export default function Memory({ part }: { readonly part: string }) {
  return (
    <div className="view">
      <header className="view-head">
        <h1>Memory</h1>
        <nav className="segments" aria-label="Parts of memory">
          {PARTS.map(([id, label]) => (
            <a key={id} href={`#/memory${id && `/${id}`}`} aria-current={id === part ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <Suspense fallback={<Loading lines={8} />}>
        {part === "graph" ? (
          <Graph />
        ) : part === "themes" ? (
          <Themes />
        ) : part === "stats" ? (
          <Stats />
        ) : part === "knowledge" ? (
          <Knowledge />
        ) : (
          <Memories />
        )}
      </Suspense>
    </div>
  );
}

type TypeFilter = "" | MemoryType["type"];
type Recency = "" | "1h" | "24h" | "7d" | "30d";

function Memories() {
  const [words, setWords] = useState("");
  const [type, setType] = useState<TypeFilter>("");
  const [recency, setRecency] = useState<Recency>("");
  const [pinned, setPinned] = useState(false);
  const [whose, setWhose] = useState("");
  const query = useSettled(words.trim());
  const scope = useSettled(whose.trim()) || ALL_SCOPES;
  return (
    <>
      <SearchBox
        label="Search memory"
        placeholder="What does it remember about …"
        words={words}
        onChange={setWords}
      />
      <div className="row">
        <Select
          className="narrow"
          aria-label="Type"
          value={type}
          onChange={({ target }) => setType(target.value as TypeFilter)}
          options={[["", "All types"], ...MEMORY_TYPES.map((one) => [one, capital(one)] as const)]}
        />
        <ScopeFilter whose={whose} onChange={setWhose} />
        {query !== "" ? (
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
        ) : (
          <label className="check">
            <input type="checkbox" checked={pinned} onChange={({ target }) => setPinned(target.checked)} />
            Pinned only
          </label>
        )}
      </div>
      {query === "" ? (
        <MemoryList {...{ scope, type, pinned }} />
      ) : (
        <Found {...{ scope, query, type, recency }} />
      )}
    </>
  );
}

function Found({
  scope,
  query,
  type,
  recency,
}: {
  readonly scope: string;
  readonly query: string;
  readonly type: TypeFilter;
  readonly recency: Recency;
}) {
  const [threshold, setThreshold] = useState<number | undefined>(undefined);
  const search = useRequest(JSON.stringify([scope, query, type, recency, threshold]), (service, signal) =>
    searchMemories(
      service,
      {
        q: query,
        scope,
        limit: 30,
        explain: true,
        ...(threshold === undefined ? {} : { threshold }),
        ...(type === "" ? {} : { type }),
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
      <p className="quiet" role="status">
        {plural(data.results.length, "memory", "memories")} in {data.searchTime} ms
        {data.belowThreshold > 0 && `; ${plural(data.belowThreshold, "candidate")} below the threshold`}{" "}
        {threshold === undefined && data.belowThreshold > 0 && (
          <Button look="quiet" onClick={() => setThreshold(0.3)}>
            Show weaker ones
          </Button>
        )}
      </p>
      {data.results.length === 0 && (
        <Empty title="Nothing found">Try other words, or show weaker ones.</Empty>
      )}
      <ul className="memory-list" aria-label="Found memories">
        {data.results.map((result) => (
          <li key={result.memory._id}>
            <MemoryRow memory={result.memory} result={result} />
          </li>
        ))}
      </ul>
    </>
  );
}

function MemoryList({
  scope,
  type,
  pinned,
}: {
  readonly scope: string;
  readonly type: TypeFilter;
  readonly pinned: boolean;
}) {
  const live = useLive(api.live.memories, { limit: 30 });
  const [pages, setPages] = useState(1);
  const newest = live.data?.[0];
  const listed = useRequest(
    JSON.stringify([scope, type, pinned, pages, newest?._id]),
    async (service, signal) => {
      const filter = {
        scope,
        ...(type === "" ? {} : { type }),
        ...(pinned ? { pinned: "true" as const } : {}),
      };
      const found: MemoryType[] = [];
      let answer = await listMemories(service, { ...filter, limit: 50 }, { signal });
      found.push(...answer.memories);
      for (let page = 1; page < pages && answer.hasMore; page++) {
        answer = await listMemories(service, { ...filter, limit: 50, offset: 50 * page }, { signal });
        found.push(...answer.memories);
      }
      return { memories: found, total: answer.total, hasMore: answer.hasMore };
    },
  );
  const { data, error } = listed;
  if (data === undefined)
    return error === null ? <Loading lines={8} /> : <Failure error={error} retry={listed.reload} />;
  // Edits reach the list live, without asking again.
  const fresh = new Map(live.data?.map((memory) => [memory._id as string, memory]));
  return (
    <>
      {error !== null && <Failure error={error} retry={listed.reload} />}
      <p className="quiet">{plural(data.total, "memory", "memories")}, newest first</p>
      {data.memories.length === 0 && (
        <Empty title={pinned ? "Nothing is pinned" : "No memories yet"}>
          {pinned ? "Open a memory to pin it." : "Ticks write them, and so does POST /memories/store."}
        </Empty>
      )}
      <ul className="memory-list" aria-label="Memories">
        {data.memories.map((memory) => {
          const now = fresh.get(memory._id);
          return (
            <li key={memory._id}>
              <MemoryRow
                memory={now === undefined ? memory : { ...memory, ...now, metadata: memory.metadata }}
              />
            </li>
          );
        })}
      </ul>
      {data.hasMore && (
        <Button look="quiet" disabled={listed.loading} onClick={() => setPages(pages + 1)}>
          {listed.loading ? "Loading…" : "More memories"}
        </Button>
      )}
    </>
  );
}

function MemoryRow({ memory, result }: { readonly memory: MemoryType; readonly result?: SearchResult }) {
  return (
    <a className="memory-row" href={hrefWith("memory", memory._id)}>
      <span className="memory-words">{memory.content}</span>
      {result && <Score result={result} />}
      <span className="tags">
        <Tag>{memory.type}</Tag>
        {memory.scope !== undefined && <Tag>{memory.scope}</Tag>}
        {memory.pinned && <Tag tone="accent">pinned</Tag>}
        {memory.sentiment.label !== "neutral" && (
          <Tag tone={memory.sentiment.label === "positive" ? "good" : "warn"}>{memory.sentiment.label}</Tag>
        )}
        <span className="quiet">
          importance {memory.importance.toFixed(2)} · <Ago at={memory.createdAt} />
        </span>
      </span>
    </a>
  );
}

const SCORE_PARTS = ["similarity", "context", "recency", "importance", "salience"] as const;

/** The score and what it adds up from. */
function Score({ result }: { readonly result: SearchResult }) {
  const { relevanceScore, parts } = result;
  const known = SCORE_PARTS.flatMap((name) => {
    const part = parts?.[name];
    return part === undefined || part.contribution === 0 ? [] : [{ name, ...part }];
  });
  const words = known.map(({ name, contribution }) => `${name} ${contribution.toFixed(2)}`).join(", ");
  return (
    <span className="score">
      <span className="score-bar" aria-hidden="true">
        {known.map(({ name, contribution }) => (
          <span key={name} style={{ width: percent(contribution).replace(" ", "") }} />
        ))}
      </span>
      <span>
        {relevanceScore.toFixed(2)} = {words}
      </span>
    </span>
  );
}

function Themes() {
  const stats = useRequest("stats", (service, signal) => getMemoryStats(service, { signal }));
  const themes = useRequest(`themes ${stats.data?.lastConsolidation}`, (service, signal) =>
    listCoreMemories(service, { scope: "*", limit: 60 }, { signal }),
  );
  const { data, error } = themes;
  if (data === undefined)
    return error === null ? <Loading lines={8} /> : <Failure error={error} retry={themes.reload} />;
  return (
    <>
      <p className="quiet">
        {plural(data.total, "theme")}
        {stats.data !== undefined &&
          stats.data.lastConsolidation > 0 &&
          `, last consolidated ${dateTime(stats.data.lastConsolidation)}`}
      </p>
      {data.coreMemories.length === 0 && (
        <Empty title="No themes yet">Consolidation groups related memories, once a day or under Steer.</Empty>
      )}
      <div className="themes">
        {data.coreMemories.map(({ _id, theme, summary, memories, confidence, lastReinforced }) => (
          <Card key={_id} title={theme}>
            <div className="stack">
              <p>{summary}</p>
              <p className="quiet">
                {plural(memories.length, "memory", "memories")} · confidence {percent(confidence)} ·{" "}
                <Ago at={lastReinforced} />
              </p>
              <Members ids={memories} />
            </div>
          </Card>
        ))}
      </div>
    </>
  );
}

const SHOWN_MEMBERS = 12;

function Members({ ids }: { readonly ids: readonly string[] }) {
  return (
    <details>
      <summary>Members</summary>
      <p className="row">
        {ids.slice(-SHOWN_MEMBERS).map((id, i) => (
          <a key={id} href={hrefWith("memory", id)}>
            memory {i + 1}
          </a>
        ))}
        {ids.length > SHOWN_MEMBERS && <span className="quiet">and {ids.length - SHOWN_MEMBERS} older</span>}
      </p>
    </details>
  );
}

function Stats() {
  const live = useLive(api.live.memories, { limit: 1 });
  const stats = useRequest(`stats ${live.data?.[0]?._id}`, (service, signal) =>
    getMemoryStats(service, { signal }),
  );
  const { data, error } = stats;
  if (data === undefined)
    return error === null ? <Loading lines={8} /> : <Failure error={error} retry={stats.reload} />;
  const figures: readonly (readonly [string, string])[] = [
    ["Memories", count(data.total)],
    ...MEMORY_TYPES.map((type) => [capital(type), count(data.byType[type])] as const),
    ["Mean importance", data.avgImportance.toFixed(2)],
    ["Mean confidence", data.avgConfidence.toFixed(2)],
    ["Mean salience", data.avgSalience.toFixed(2)],
    ["Unique", percent(data.uniqueRate)],
    ["Themes", count(data.coreMemories)],
    ["Links", count(data.links)],
    ["Oldest", data.oldestMemory === 0 ? "–" : dateTime(data.oldestMemory)],
    ["Newest", data.newestMemory === 0 ? "–" : dateTime(data.newestMemory)],
    ["Last consolidated", data.lastConsolidation === 0 ? "never" : dateTime(data.lastConsolidation)],
    ["Storage", data.storageEstimate],
  ];
  return (
    <dl className="stat-grid">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
