/** Figures of all memories. */
import { getMemoryStats } from "../../../client";
import { api } from "../../../convex/_generated/api";
import { MEMORY_TYPES } from "../../../mind/enums";
import { capital, count, dateTime, percent } from "../format";
import { useLive } from "../service/live";
import { useRequest } from "../service/rest";
import { Empty, Failure, Loading } from "../ui/basics";

export default function Figures() {
  const live = useLive(api.live.memories, { limit: 1 });
  const stats = useRequest(`stats ${live.data?.[0]?._id}`, (service, signal) =>
    getMemoryStats(service, { signal }),
  );
  const { data, error } = stats;
  if (data === undefined)
    return error === null ? <Loading lines={8} /> : <Failure error={error} retry={stats.reload} />;
  if (data.total === 0)
    return (
      <Empty title="Nothing to count yet">
        <a href="#/memory?add=1">Add a memory</a>, and its figures stand here.
      </Empty>
    );
  const figures: readonly (readonly [string, string])[] = [
    ["Memories", count(data.total)],
    ...MEMORY_TYPES.filter((type) => data.byType[type] > 0).map(
      (type) => [capital(type), count(data.byType[type])] as const,
    ),
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
