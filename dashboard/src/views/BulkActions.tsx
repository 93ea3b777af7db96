/** What is done to all chosen memories together: pin, tag, erase. Pins and tags are taken back in one press. */
import { useState, type FormEvent } from "react";
import { changeMemory, type Memory, type MemoryChanges, type Service } from "../../../client";
import { plural } from "../format";
import { useAction } from "../service/rest";
import { Button, Failure } from "../ui/basics";
import { BulkErase } from "./BulkErase";
import { splitTags } from "./MemoryAdd";

/** Chosen memories by their ids. */
export type Chosen = ReadonlyMap<string, Memory>;

interface Change {
  readonly id: string;
  readonly changes: MemoryChanges;
  /** What takes it back. */
  readonly back: MemoryChanges;
}

interface Props {
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
  readonly onChanged: () => void;
}

export function BulkActions({ chosen, onChosen, onChanged }: Props) {
  const [doing, setDoing] = useState<"nothing" | "tag" | "erase">("nothing");
  const [done, setDone] = useState(0);
  const [last, setLast] = useState<{ readonly what: string; readonly changes: readonly Change[] } | null>(
    null,
  );
  const { state, run } = useAction("write", (service, changes: readonly Change[]) =>
    changeAll(service, changes, setDone),
  );
  const memories = [...chosen.values()];
  const busy = state.status === "running";
  const apply = async (what: string, changes: readonly Change[], undoable = true): Promise<void> => {
    setDone(0);
    setDoing("nothing");
    setLast(null);
    if (changes.length === 0) return;
    const outcome = await run(changes);
    onChanged();
    if (outcome === null) return;
    setLast(undoable ? { what, changes } : null);
    onChosen(new Map());
  };
  const pin = (pinned: boolean): void =>
    void apply(
      pinned ? "pinned" : "unpinned",
      memories
        .filter((memory) => (memory.pinned === true) !== pinned)
        .map(({ _id }) => ({ id: _id, changes: { pinned }, back: { pinned: !pinned } })),
    );
  if (chosen.size === 0 && last === null && !busy && state.status !== "failed") return null;
  return (
    <div className="bulk stack" role="region" aria-label="Chosen memories">
      {chosen.size > 0 && (
        <div className="row">
          <strong>{plural(chosen.size, "memory", "memories")} chosen</strong>
          <Button icon="pin" disabled={busy} onClick={() => pin(true)}>
            Pin
          </Button>
          {memories.some(({ pinned }) => pinned) && (
            <Button disabled={busy} onClick={() => pin(false)}>
              Unpin
            </Button>
          )}
          <Button disabled={busy} aria-expanded={doing === "tag"} onClick={() => setDoing("tag")}>
            Tag
          </Button>
          <Button look="danger" icon="trash" disabled={busy} onClick={() => setDoing("erase")}>
            Erase
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => onChosen(new Map())}>
            Choose none
          </Button>
        </div>
      )}
      {doing === "tag" && chosen.size > 0 && (
        <TagForm
          onTags={(tags) =>
            void apply(
              "tagged",
              memories.flatMap((memory) => tagged(memory, tags)),
            )
          }
        />
      )}
      {doing === "erase" && chosen.size > 0 && (
        <BulkErase
          key={[...chosen.keys()].join(" ")}
          ids={[...chosen.keys()]}
          onCancel={() => setDoing("nothing")}
          onErased={() => {
            onChosen(new Map());
            onChanged();
          }}
        />
      )}
      {busy && (
        <p className="quiet" role="status">
          {done} changed so far. The service takes a number of changes a minute; the rest follows by itself.
        </p>
      )}
      {state.status === "failed" && <Failure error={state.error} />}
      {last !== null && (
        <div className="row" role="status">
          <span>
            {plural(last.changes.length, "memory", "memories")} {last.what}.
          </span>
          <Button
            disabled={busy}
            onClick={() =>
              void apply(
                "",
                last.changes.map(({ id, changes, back }) => ({ id, changes: back, back: changes })),
                false,
              )
            }
          >
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}

/** Waits where the service asks for it, since many changes are more than it takes a minute. */
async function changeAll(
  service: Service,
  changes: readonly Change[],
  told: (done: number) => void,
): Promise<number> {
  const patient = { ...service, retries: 3, maxWaitMs: 60_000 };
  for (const [i, { id, changes: fields }] of changes.entries()) {
    await changeMemory(patient, id, fields);
    told(i + 1);
  }
  return changes.length;
}

function tagged({ _id, metadata }: Memory, tags: readonly string[]): Change[] {
  const had = Array.isArray(metadata["entities"]) ? metadata["entities"].map(String) : [];
  const entities = [...new Set([...had, ...tags])];
  if (entities.length === had.length) return [];
  return [{ id: _id, changes: { metadata: { ...metadata, entities } }, back: { metadata } }];
}

function TagForm({ onTags }: { readonly onTags: (tags: readonly string[]) => void }) {
  const [text, setText] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (splitTags(text).length > 0) onTags(splitTags(text));
  };
  return (
    <form className="row" onSubmit={submit}>
      <input
        className="narrow"
        aria-label="Tags to add"
        placeholder="Tags, with commas between them"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={splitTags(text).length === 0}>
        Add the tags
      </Button>
    </form>
  );
}
