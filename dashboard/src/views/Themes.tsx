/** Themes: what consolidation grouped, with their members. */
import { getMemoryStats, listCoreMemories } from "../../../client";
import { dateTime, percent, plural } from "../format";
import { hrefWith } from "../router";
import { useRequest } from "../service/rest";
import { Ago, Card, Empty, Failure, Loading } from "../ui/basics";

export default function Themes() {
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
        <Empty title="No themes yet">
          Related memories are grouped once a day. You need not wait:{" "}
          <a href="#/steer/mind">consolidate now</a>.
        </Empty>
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
