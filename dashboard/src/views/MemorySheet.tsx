/** One memory: its figures, versions and links, and what its owner may do with it. */
import { useState } from "react";
import {
  AnimaError,
  changeMemory,
  getMemory,
  listMemoryVersions,
  restoreMemory,
  undoChange,
  type Erasure,
  type VersionedMemory,
} from "../../../client";
import { api } from "../../../convex/_generated/api";
import { capital, dateTime } from "../format";
import { useLive } from "../service/live";
import { useAction, useRequest } from "../service/rest";
import { Button, Empty, Failure, Loading, Meter, Sheet, Tag } from "../ui/basics";
import { SentimentTag } from "../ui/SentimentTag";
import { MemoryEdit } from "./MemoryEdit";
import { ErasureReceipt } from "./Erasing";
import { MemoryErase } from "./MemoryErase";
import { MemoryLinks } from "./MemoryLinks";

export default function MemorySheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const live = useLive(api.live.memories, { limit: 30 });
  const seen = live.data?.find(({ _id }) => _id === id);
  const current = `${id} ${JSON.stringify(seen)}`;
  // While it is being erased it is not asked for again, though the live list already lacks it.
  const [held, setHeld] = useState<string | null>(null);
  const memory = useRequest(held ?? current, (service, signal) => getMemory(service, id, { signal }));
  const [receipt, setReceipt] = useState<Erasure | null>(null);
  const gone = memory.error instanceof AnimaError && memory.error.status === 404;
  const data = memory.data?._id === id && !gone ? memory.data : undefined;
  return (
    <Sheet
      title="Memory"
      about={data === undefined ? "…" : `${capital(data.type)}, ${dateTime(data.createdAt)}`}
      onClose={onClose}
    >
      {receipt !== null ? (
        <ErasureReceipt erasure={receipt} />
      ) : gone ? (
        <Empty title="This memory is gone">It was erased, or never was.</Empty>
      ) : data === undefined ? (
        memory.error === null ? (
          <Loading lines={8} />
        ) : (
          <Failure error={memory.error} retry={memory.reload} />
        )
      ) : (
        <Contents
          key={id}
          memory={data}
          onChanged={memory.reload}
          onErasing={(erasing) => setHeld(erasing ? current : null)}
          onErased={setReceipt}
        />
      )}
    </Sheet>
  );
}

interface ContentsProps {
  readonly memory: VersionedMemory;
  readonly onChanged: () => void;
  /** Before it asks for the erasure, and where that failed. */
  readonly onErasing: (erasing: boolean) => void;
  readonly onErased: (receipt: Erasure) => void;
}

function Contents({ memory, onChanged, onErasing, onErased }: ContentsProps) {
  const [doing, setDoing] = useState<"read" | "edit" | "erase">("read");
  const pin = useAction("write", (service, pinned: boolean) =>
    changeMemory(service, memory._id, { pinned }, { version: memory.version }),
  );
  const entities = memory.metadata["entities"];
  if (doing === "edit")
    return (
      <MemoryEdit
        memory={memory}
        onDone={() => {
          setDoing("read");
          onChanged();
        }}
        onCancel={() => setDoing("read")}
      />
    );
  return (
    <>
      <p className="voice">{memory.content}</p>
      <div className="tags">
        <Tag>{memory.type}</Tag>
        {memory.reflectionType !== undefined && <Tag>{memory.reflectionType}</Tag>}
        <SentimentTag memory={memory} />
        {memory.scope !== undefined && <Tag>scope {memory.scope}</Tag>}
        {memory.pinned && <Tag tone="accent">pinned</Tag>}
        {!memory.unique && <Tag>repeats an earlier one</Tag>}
        {Array.isArray(entities) &&
          entities.map((entity) => (
            <a
              key={String(entity)}
              className="tag"
              href={`#/memory?tag=${encodeURIComponent(String(entity))}`}
            >
              {String(entity)}
            </a>
          ))}
      </div>
      <div className="stack">
        <Meter label="Importance" value={memory.importance} />
        <Meter label="Salience" value={memory.salience} />
        <Meter label="Confidence" value={memory.confidence} />
      </div>
      {doing === "erase" ? (
        <MemoryErase
          memory={memory}
          onErasing={onErasing}
          onErased={onErased}
          onCancel={() => setDoing("read")}
        />
      ) : (
        <div className="row">
          <Button icon="edit" onClick={() => setDoing("edit")}>
            Correct
          </Button>
          <Button
            icon="pin"
            aria-pressed={memory.pinned === true}
            disabled={pin.state.status === "running"}
            onClick={() => void pin.run(memory.pinned !== true).then((done) => done !== null && onChanged())}
          >
            {memory.pinned ? "Unpin" : "Pin"}
          </Button>
          <Button look="danger" icon="trash" onClick={() => setDoing("erase")}>
            Erase
          </Button>
        </div>
      )}
      {pin.state.status === "failed" && <Failure error={pin.state.error} />}
      <MemoryLinks id={memory._id} version={memory.version} />
      <Versions memory={memory} onChanged={onChanged} />
    </>
  );
}

function Versions({
  memory,
  onChanged,
}: {
  readonly memory: VersionedMemory;
  readonly onChanged: () => void;
}) {
  const history = useRequest(`${memory._id} ${memory.version}`, (service, signal) =>
    listMemoryVersions(service, memory._id, { limit: 20 }, { signal }),
  );
  const { state, run } = useAction("write", (service, version: number) =>
    restoreMemory(service, memory._id, { version }, { version: memory.version }),
  );
  const undo = useAction("tick", (service, changeId: string) => undoChange(service, changeId));
  const running = state.status === "running" || undo.state.status === "running";
  if (history.data === undefined)
    return history.error === null ? <Loading /> : <Failure error={history.error} retry={history.reload} />;
  const { versions } = history.data;
  return (
    <section className="stack">
      <h3>Versions</h3>
      <p className="quiet">
        This is version {memory.version}. {versions.length === 0 && "There is no earlier one."}
        {versions.some(({ changeId }) => changeId !== undefined) &&
          "Undo takes back all that was done together: what a tick learned, or the links of a run."}
      </p>
      {state.status === "failed" && <Failure error={state.error} />}
      {undo.state.status === "failed" && <Failure error={undo.state.error} />}
      <ul className="stack">
        {versions.map(({ version, change, changeId, by, who, at, content }) => (
          <li key={version} className="stack">
            <p>{content}</p>
            <div className="row apart">
              <span className="quiet">
                Version {version}, {change} by {who ?? (by === "self" ? "the agent" : "a caller")},{" "}
                {dateTime(at)}
              </span>
              <div className="row">
                {changeId !== undefined && change !== "undone" && (
                  <Button
                    look="quiet"
                    disabled={running}
                    onClick={() => void undo.run(changeId).then((done) => done !== null && onChanged())}
                  >
                    Undo
                  </Button>
                )}
                <Button
                  look="quiet"
                  disabled={running}
                  onClick={() => void run(version).then((done) => done !== null && onChanged())}
                >
                  Take back
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
