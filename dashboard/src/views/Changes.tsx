/** What changed memory by itself or in one piece of work: each says what it did, what undoing it does, and is undone in one press. */
import { useState } from "react";
import { getMemory, listChanges, undoChange, type Change, type ChangeKind } from "../../../client";
import { api } from "../../../convex/_generated/api";
import { counts, dateTime, plural } from "../format";
import { hrefWith } from "../router";
import { useLive } from "../service/live";
import { useAction, useRequest } from "../service/rest";
import { Ago, Button, Empty, Failure, Loading, Select, Tag } from "../ui/basics";

const PAGE = 20;

const KINDS: { readonly [kind in ChangeKind]: { readonly name: string; readonly undoing: string } } = {
  merge: {
    name: "Merged a repetition",
    undoing:
      "Undo gives the memory back its importance, confidence, tags and pin of before, and drops the merged wording.",
  },
  links: {
    name: "Linked memories",
    undoing: "Undo deletes these links, and gives back the confidence that a contradiction lowered.",
  },
  facts: {
    name: "Learned from a tick",
    undoing:
      "Undo erases what the tick learned, and takes back what it merged or corrected. Its receipt stays.",
  },
  consolidation: {
    name: "Grouped into themes",
    undoing: "Undo gives themes their members, names and summaries of before. The memories stay.",
  },
};

export default function Changes() {
  const [kind, setKind] = useState<"" | ChangeKind>("");
  const [pages, setPages] = useState(1);
  const ticks = useLive(api.live.ticks, { limit: 1 });
  const tick = ticks.data?.[0];
  const listed = useRequest(JSON.stringify([kind, pages, tick?._id, tick?.outcome]), (service, signal) =>
    listChanges(
      service,
      { limit: Math.min(100, PAGE * pages), ...(kind === "" ? {} : { kind }) },
      { signal },
    ),
  );
  const { data, error } = listed;
  if (data === undefined)
    return error === null ? <Loading lines={8} /> : <Failure error={error} retry={listed.reload} />;
  return (
    <>
      <div className="row apart">
        <p className="quiet">
          Corrections are taken back in the memory itself, under its versions. An erasure can’t be undone.
        </p>
        <Select
          className="narrow"
          aria-label="Kind"
          value={kind}
          onChange={({ target }) => setKind(target.value as typeof kind)}
          options={[
            ["", "All changes"],
            ["facts", "What ticks learned"],
            ["merge", "Merged repetitions"],
            ["links", "Links"],
            ["consolidation", "Themes"],
          ]}
        />
      </div>
      {error !== null && <Failure error={error} retry={listed.reload} />}
      {data.changes.length === 0 && (
        <Empty title="Nothing to undo">
          {kind === ""
            ? "What it learns, links, merges and groups by itself is listed here for 30 days."
            : "Choose another kind of change."}
        </Empty>
      )}
      <ul className="changes" aria-label="Changes, newest first">
        {data.changes.map((change) => (
          <ChangeRow key={change._id} change={change} onUndone={listed.reload} />
        ))}
      </ul>
      {data.hasMore && PAGE * pages < 100 && (
        <Button look="quiet" disabled={listed.loading} onClick={() => setPages(pages + 1)}>
          {listed.loading ? "Loading…" : "Older changes"}
        </Button>
      )}
    </>
  );
}

function ChangeRow({ change, onUndone }: { readonly change: Change; readonly onUndone: () => void }) {
  const { _id, kind, by, who, at, tickId, undone, undoing, memoryIds } = change;
  const { state, run } = useAction("tick", (service, id: string) => undoChange(service, id));
  const busy = state.status === "running" || undoing !== undefined;
  return (
    <li>
      <div>
        <h2>{KINDS[kind].name}</h2>
        <p>
          {sizeOf(change)}, by {who ?? (by === "self" ? "the agent" : "a caller")}, <Ago at={at} />
          {tickId !== undefined && (
            <>
              {" · "}
              <a href={hrefWith("tick", tickId)}>Receipt</a>
            </>
          )}
        </p>
      </div>
      {undone === undefined ? (
        <Button
          icon="undo"
          disabled={busy}
          onClick={() => void run(_id).then((answer) => answer !== null && onUndone())}
        >
          {busy ? "Undoing…" : "Undo"}
        </Button>
      ) : (
        <Tag>undone</Tag>
      )}
      <p className="quiet">
        {undone === undefined
          ? KINDS[kind].undoing
          : `Undone ${dateTime(undone.at)}${undone.who === undefined ? "" : ` by ${undone.who}`}.`}
      </p>
      {state.status === "failed" && <Failure error={state.error} />}
      {memoryIds.length > 0 && <Contents ids={memoryIds} />}
    </li>
  );
}

function sizeOf({ counts: { memories, links, themes } }: Change): string {
  return counts(
    [
      [memories, "memory", "memories"],
      [links, "link"],
      [themes, "theme"],
    ],
    "Nothing that is still there",
  );
}

const SHOWN = 6;

/** The memories, asked for when a person wants to see them. */
function Contents({ ids }: { readonly ids: readonly string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Which {plural(ids.length, "memory", "memories")}</summary>
      {open && (
        <ul className="link-list">
          {ids.slice(0, SHOWN).map((id) => (
            <li key={id}>
              <MemoryLine id={id} />
            </li>
          ))}
          {ids.length > SHOWN && <li className="quiet">and {ids.length - SHOWN} more</li>}
        </ul>
      )}
    </details>
  );
}

function MemoryLine({ id }: { readonly id: string }) {
  const memory = useRequest(id, (service, signal) => getMemory(service, id, { signal }));
  if (memory.data === undefined)
    return <span className="quiet">{memory.error === null ? "…" : "A memory that was erased since"}</span>;
  return <a href={hrefWith("memory", id)}>{memory.data.content}</a>;
}
