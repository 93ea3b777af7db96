/** Correcting a memory. */
import { useState, type FormEvent } from "react";
import { changeMemory, type MemoryChanges, type VersionedMemory } from "../../../client";
import { MEMORY_TYPES } from "../../../mind/enums";
import { useAction } from "../service/rest";
import { Button, Failure } from "../ui/basics";
import { Choice, LongText, Share } from "../ui/fields";

export function MemoryEdit({
  memory,
  onDone,
  onCancel,
}: {
  readonly memory: VersionedMemory;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const [content, setContent] = useState(memory.content);
  const [type, setType] = useState(memory.type);
  const [importance, setImportance] = useState(memory.importance);
  const [confidence, setConfidence] = useState(memory.confidence);
  const { state, run } = useAction("write", (service, changes: MemoryChanges) =>
    changeMemory(service, memory._id, changes, { version: memory.version }),
  );
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const changes: MemoryChanges = {
      ...(content === memory.content ? {} : { content }),
      ...(type === memory.type ? {} : { type }),
      ...(importance === memory.importance ? {} : { importance }),
      ...(confidence === memory.confidence ? {} : { confidence }),
    };
    if (Object.keys(changes).length === 0) onCancel();
    else if ((await run(changes)) !== null) onDone();
  };
  return (
    <form className="stack" onSubmit={(event) => void save(event)}>
      <LongText label="Content" required rows={6} value={content} onChange={setContent} />
      <Choice label="Type" value={type} onChange={setType} options={MEMORY_TYPES} />
      <Share label="Importance" value={importance} onChange={setImportance} />
      <Share label="Confidence" value={confidence} onChange={setConfidence} />
      {state.status === "failed" && <Failure error={state.error} />}
      <p className="quiet">The version before is kept.</p>
      <div className="row end">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={content.trim() === "" || state.status === "running"}>
          {state.status === "running" ? "Saving…" : "Save"}
        </Button>
      </div>
    </form>
  );
}
