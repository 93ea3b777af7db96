/** Erasing a memory, and the receipt of it. */
import { useState } from "react";
import { eraseMemory, readLinkedMemory, type Erased, type VersionedMemory } from "../../../client";
import { plural } from "../format";
import { useAction, useRequest } from "../service/rest";
import { Button, Failure, Tag } from "../ui/basics";

export function MemoryErase({
  memory,
  onErasing,
  onErased,
  onCancel,
}: {
  readonly memory: VersionedMemory;
  readonly onErasing: (erasing: boolean) => void;
  readonly onErased: (receipt: Erased) => void;
  readonly onCancel: () => void;
}) {
  const [derived, setDerived] = useState(false);
  const linked = useRequest(memory._id, (service, signal) =>
    readLinkedMemory(service, { id: memory._id }, { signal }),
  );
  const { state, run } = useAction("write", (service, all: boolean) =>
    eraseMemory(service, memory._id, { derived: all }, { version: memory.version }),
  );
  const erase = async (): Promise<void> => {
    onErasing(true);
    const receipt = await run(derived);
    if (receipt === null) onErasing(false);
    else onErased(receipt);
  };
  const links = (linked.data?.links.length ?? 0) + (linked.data?.backlinks.length ?? 0);
  return (
    <section className="card stack" aria-label="Erase this memory">
      <p>
        Erases the memory for good: its text, its earlier versions, its vectors
        {linked.data !== undefined && `, ${plural(links, "link")}`} and its place in themes. Nobody can bring
        it back.
      </p>
      <label className="check">
        <input type="checkbox" checked={derived} onChange={({ target }) => setDerived(target.checked)} />
        Erase the reflections, thoughts and memories that rest on it, too
      </label>
      {state.status === "failed" && <Failure error={state.error} />}
      <div className="row end">
        <Button look="quiet" onClick={onCancel}>
          Keep it
        </Button>
        <Button look="danger" disabled={state.status === "running"} onClick={() => void erase()}>
          {state.status === "running" ? "Erasing…" : "Erase for good"}
        </Button>
      </div>
    </section>
  );
}

export function EraseReceipt({ receipt }: { readonly receipt: Erased }) {
  return (
    <section className="stack" role="status">
      <p className="voice">The memory is erased.</p>
      {receipt.derived.length === 0 ? (
        <p>Nothing rested on it.</p>
      ) : (
        <>
          <p>This rested on it:</p>
          <ul className="stack">
            {receipt.derived.map(({ kind, _id }) => (
              <li key={_id}>
                <Tag>{kind}</Tag> <code>{_id}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
