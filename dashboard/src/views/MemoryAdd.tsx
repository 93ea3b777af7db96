/** Adding a memory. An equal or near-equal one is reinforced instead, and told. */
import { useState, type FormEvent } from "react";
import { storeMemoryOnce, type MemoryToStore } from "../../../client";
import { MEMORY_TYPES } from "../../../mind/enums";
import { useAction } from "../service/rest";
import { hrefWith } from "../router";
import { Button, Card, Failure, Field } from "../ui/basics";
import { Choice, LongText } from "../ui/fields";

export function MemoryAdd({
  onDone,
  onClose,
}: {
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const [content, setContent] = useState("");
  const [type, setType] = useState<MemoryToStore["type"]>("semantic");
  const [scope, setScope] = useState("");
  const [tags, setTags] = useState("");
  const [pinned, setPinned] = useState(false);
  const { state, run } = useAction("write", (service, memory: MemoryToStore) =>
    storeMemoryOnce(service, memory),
  );
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (content.trim() === "" || state.status === "running") return;
    const entities = splitTags(tags);
    const stored = await run({
      type,
      content,
      ...(scope.trim() === "" ? {} : { scope: scope.trim() }),
      ...(entities.length === 0 ? {} : { metadata: { entities } }),
      ...(pinned ? { pinned } : {}),
    });
    if (stored === null) return;
    setContent("");
    onDone();
  };
  return (
    <Card title="Add a memory">
      <form className="stack" onSubmit={(event) => void add(event)}>
        <LongText label="What to remember" required value={content} onChange={setContent} />
        <div className="fields">
          <Choice label="Type" value={type} onChange={setType} options={MEMORY_TYPES} />
          <Field label="Tags" note="With commas between them. Left out, the names in the text.">
            <input value={tags} onChange={({ target }) => setTags(target.value)} />
          </Field>
          <Field label="Scope" note="Whose it is. Left out, the agent's own, for all.">
            <input maxLength={128} value={scope} onChange={({ target }) => setScope(target.value)} />
          </Field>
        </div>
        <label className="check">
          <input type="checkbox" checked={pinned} onChange={({ target }) => setPinned(target.checked)} />
          Pin it: every tick is shown it
        </label>
        {state.status === "failed" && <Failure error={state.error} />}
        {state.status === "done" && (
          <p className="outcome" role="status">
            {state.answer.deduplicated ? "It knew that already, and is surer of it now." : "Remembered."}{" "}
            <a href={hrefWith("memory", state.answer.memoryId)}>Open it</a>
          </p>
        )}
        <div className="row end">
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
          <Button look="primary" type="submit" disabled={content.trim() === "" || state.status === "running"}>
            {state.status === "running" ? "Adding…" : "Add"}
          </Button>
        </div>
      </form>
    </Card>
  );
}

export function splitTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
