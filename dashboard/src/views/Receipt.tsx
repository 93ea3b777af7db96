/** A tick's receipt: what it was shown, what it wrote, what it cost, and what of its answer was cut. */
import { getTick, type TickReceipt } from "../../../client";
import { api } from "../../../convex/_generated/api";
import { count, counts as sumOf, dateTime, duration, figure, signed } from "../format";
import { useLive } from "../service/live";
import { useRequest } from "../service/rest";
import { Failure, Loading, Sheet, Tag } from "../ui/basics";
import { inPlaceOfTick, PromptContents } from "./PromptContents";
import { ThoughtList } from "./ThoughtList";

export default function Receipt({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const ticks = useLive(api.live.ticks, { limit: 20 });
  // A running tick's receipt grows when it ends.
  const outcome = ticks.data?.find(({ _id }) => _id === id)?.outcome ?? "";
  const receipt = useRequest(`${id} ${outcome}`, (service, signal) => getTick(service, id, { signal }));
  const { data } = receipt;
  return (
    <Sheet
      title="Receipt of a tick"
      about={data === undefined ? "Loading…" : `${dateTime(data.startedAt)} · by ${data.trigger}`}
      onClose={onClose}
    >
      {data === undefined && receipt.error !== null && (
        <Failure error={receipt.error} retry={receipt.reload} />
      )}
      {data === undefined && receipt.error === null && <Loading lines={8} />}
      {data !== undefined && <Contents receipt={data} />}
    </Sheet>
  );
}

function Contents({ receipt }: { readonly receipt: TickReceipt }) {
  const { outcome, error, author, skipped, model, summary, detail, remark, counts, affect, ungrounded } =
    receipt;
  const { events, memories, artifacts, replies, thoughts, quarantined } = receipt;
  return (
    <>
      <div className="tags">
        <Tag tone={outcome === "succeeded" ? "good" : outcome === "running" ? "" : "warn"}>{outcome}</Tag>
        {author !== undefined && (
          <Tag>{author === "model" ? "written by the model" : "written by the journal"}</Tag>
        )}
        {receipt.duration !== undefined && <Tag>{duration(receipt.duration)}</Tag>}
        {receipt.who !== undefined && <Tag>{receipt.who}</Tag>}
      </div>
      {error !== undefined && <p className="failure">{error}</p>}
      {quarantined !== undefined && (
        <p className="failure">The event {quarantined} made ticks fail; none reads it again.</p>
      )}
      {summary !== undefined && <p className="voice">{summary}</p>}
      {detail !== undefined && (
        <details>
          <summary>Detail</summary>
          <p>{detail}</p>
        </details>
      )}
      {remark !== undefined && <p className="quiet">{remark}</p>}
      {skipped !== undefined && <p className="quiet">The model was left out: {skipped}</p>}

      <section className="stack">
        <h3>What it was shown</h3>
        <p>
          {sumOf(
            [
              [counts.events, "event"],
              [counts.memoriesShown, "memory", "memories"],
              [counts.passagesShown, "passage of knowledge", "passages of knowledge"],
              [receipt.shown?.logs ?? 0, "log entry", "log entries"],
            ],
            "Nothing new",
          )}
        </p>
        <ul className="link-list">
          {events.map(({ _id, kind, content }) => (
            <li key={_id}>
              <Tag>{kind === "wake" ? "note" : kind}</Tag> {content}
            </li>
          ))}
        </ul>
        <MemoryLinks label="Memories that it drew on" ids={receipt.used?.memories ?? []} />
        <PromptContents receipt={receipt} />
      </section>

      <section className="stack">
        <h3>What it wrote</h3>
        {memories.length + artifacts.length + replies.length + thoughts.length === 0 && (
          <p className="quiet">Nothing but its log entry.</p>
        )}
        <MemoryLinks label="Memories" ids={memories} />
        {artifacts.map(({ _id, type, content }) => (
          <p key={_id}>
            <Tag tone={type === "alert" ? "warn" : ""}>{type}</Tag> {content}
          </p>
        ))}
        {replies.map(({ noteId, reply }) => (
          <p key={noteId} className="reply voice">
            {reply}
          </p>
        ))}
        <ThoughtList ids={thoughts} />
      </section>

      {affect !== undefined && <Affect affect={affect} />}

      {ungrounded !== undefined && ungrounded.length > 0 && (
        <section className="stack">
          <h3>Claims that nothing it was shown holds</h3>
          <ul className="link-list">
            {ungrounded.map(({ where, kind, token }, i) => (
              <li key={i}>
                <Tag tone="warn">{kind}</Tag> “{token}” in {where}
              </li>
            ))}
          </ul>
        </section>
      )}

      {model !== undefined && (
        <section className="stack">
          <h3>What it cost</h3>
          <dl className="pairs">
            <Pair name="Model" value={model.name} />
            <Pair
              name="Calls"
              value={`${model.calls}${model.repaired ? ", one to repair the answer" : ""}`}
            />
            {model.tokens !== undefined && (
              <Pair
                name="Tokens"
                value={`${count(model.tokens.input)} in, ${count(model.tokens.output)} out`}
              />
            )}
            <Pair name="Time" value={duration(model.ms)} />
          </dl>
        </section>
      )}
    </>
  );
}

const AXES = ["valence", "arousal", "curiosity"] as const;

function Affect({ affect }: { readonly affect: NonNullable<TickReceipt["affect"]> }) {
  const { before, proposed, applied, clamps } = affect;
  return (
    <section className="stack why">
      <h3>How it felt</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">Feeling</span>
            </th>
            <th scope="col">before</th>
            <th scope="col">proposed</th>
            <th scope="col">after</th>
          </tr>
        </thead>
        <tbody>
          {AXES.map((axis) => (
            <tr key={axis}>
              <th scope="row">{axis}</th>
              <td>{signed(before[axis])}</td>
              <td>{proposed === undefined ? "–" : signed(proposed[axis])}</td>
              <td className="sum">{signed(applied[axis])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">mood</th>
            <td>{before.mood}</td>
            <td>{proposed?.mood ?? "–"}</td>
            <td className="sum">{applied.mood}</td>
          </tr>
          <tr>
            <th scope="row">health</th>
            <td>{figure(before.health, 1)}</td>
            <td>–</td>
            <td className="sum">{figure(applied.health, 1)}</td>
          </tr>
        </tbody>
      </table>
      {clamps.map(({ field, asked, applied: given, rule }) => (
        <p key={field} className="quiet">
          {field}: {asked} was asked, {given} applied. {rule}
        </p>
      ))}
    </section>
  );
}

export function Pair({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function MemoryLinks({ label, ids }: { readonly label: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <p className="row">
      <span>{label}:</span>
      {ids.map((id, i) => (
        <a key={id} href={inPlaceOfTick(id)}>
          memory {i + 1}
        </a>
      ))}
    </p>
  );
}
