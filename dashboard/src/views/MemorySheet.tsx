/** One memory: its figures, versions and links, and what its owner may do with it. */
import { useState, type FormEvent } from "react";
import {
  AnimaError,
  changeMemory,
  eraseMemory,
  getMemory,
  listMemoryVersions,
  readLinkedMemory,
  restoreMemory,
  undoChange,
  type Erased,
  type LinkedMemory,
  type MemoryChanges,
  type VersionedMemory,
} from "../../../client";
import { api } from "../../../convex/_generated/api";
import { capital, dateTime, plural, signed } from "../format";
import { hrefWith } from "../router";
import { useLive } from "../service/live";
import { useAction, useRequest } from "../service/rest";
import { Button, Empty, Failure, Field, Loading, Meter, Select, Sheet, Tag } from "../ui/basics";
import { MEMORY_TYPES } from "./Memory";

export default function MemorySheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const live = useLive(api.live.memories, { limit: 30 });
  const seen = live.data?.find(({ _id }) => _id === id);
  const current = `${id} ${JSON.stringify(seen)}`;
  // While it is being erased it is not asked for again, though the live list already lacks it.
  const [held, setHeld] = useState<string | null>(null);
  const memory = useRequest(held ?? current, (service, signal) => getMemory(service, id, { signal }));
  const [receipt, setReceipt] = useState<Erased | null>(null);
  const gone = memory.error instanceof AnimaError && memory.error.status === 404;
  const data = memory.data?._id === id && !gone ? memory.data : undefined;
  return (
    <Sheet
      title="Memory"
      about={data === undefined ? "…" : `${capital(data.type)}, ${dateTime(data.createdAt)}`}
      onClose={onClose}
    >
      {receipt !== null ? (
        <EraseReceipt receipt={receipt} />
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
  readonly onErased: (receipt: Erased) => void;
}

function Contents({ memory, onChanged, onErasing, onErased }: ContentsProps) {
  const [doing, setDoing] = useState<"read" | "edit" | "erase">("read");
  const pin = useAction("write", (service, pinned: boolean) =>
    changeMemory(service, memory._id, { pinned }, { version: memory.version }),
  );
  const entities = memory.metadata["entities"];
  if (doing === "edit")
    return (
      <Edit
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
        <Tag tone={{ positive: "good", negative: "warn", neutral: "" }[memory.sentiment.label]}>
          {memory.sentiment.label} {signed(memory.sentiment.score)}
        </Tag>
        {memory.scope !== undefined && <Tag>scope {memory.scope}</Tag>}
        {memory.pinned && <Tag tone="accent">pinned</Tag>}
        {!memory.unique && <Tag>repeats an earlier one</Tag>}
        {Array.isArray(entities) &&
          entities.map((entity) => <Tag key={String(entity)}>{String(entity)}</Tag>)}
      </div>
      <div className="stack">
        <Meter label="Importance" value={memory.importance} />
        <Meter label="Salience" value={memory.salience} />
        <Meter label="Confidence" value={memory.confidence} />
      </div>
      {doing === "erase" ? (
        <Erase memory={memory} onErasing={onErasing} onErased={onErased} onCancel={() => setDoing("read")} />
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
      <Links id={memory._id} version={memory.version} />
      <Versions memory={memory} onChanged={onChanged} />
    </>
  );
}

function Edit({
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
      <Field label="Content">
        <textarea
          required
          rows={6}
          maxLength={16_384}
          value={content}
          onChange={({ target }) => setContent(target.value)}
        />
      </Field>
      <Field label="Type">
        <Select
          value={type}
          onChange={({ target }) => setType(target.value as typeof type)}
          options={MEMORY_TYPES.map((one) => [one, capital(one)] as const)}
        />
      </Field>
      <Field label={`Importance: ${importance.toFixed(2)}`}>
        <input
          type="range"
          min={0}
          max={1}
          step="any"
          value={importance}
          onChange={({ target }) => setImportance(Number(Number(target.value).toFixed(2)))}
        />
      </Field>
      <Field label={`Confidence: ${confidence.toFixed(2)}`}>
        <input
          type="range"
          min={0}
          max={1}
          step="any"
          value={confidence}
          onChange={({ target }) => setConfidence(Number(Number(target.value).toFixed(2)))}
        />
      </Field>
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

function Erase({
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

function EraseReceipt({ receipt }: { readonly receipt: Erased }) {
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

function Links({ id, version }: { readonly id: string; readonly version: number }) {
  const linked = useRequest(`${id} ${version}`, (service, signal) =>
    readLinkedMemory(service, { id }, { signal }),
  );
  const { data, error } = linked;
  if (data === undefined)
    return error === null ? <Loading /> : <Failure error={error} retry={linked.reload} />;
  return (
    <section className="stack">
      <h3>Links</h3>
      {data.links.length + data.backlinks.length === 0 && (
        <p className="quiet">It is linked to no other memory.</p>
      )}
      <LinkList links={data.links.map(({ targetId, ...rest }) => ({ id: targetId, ...rest }))} way="to" />
      <LinkList
        links={data.backlinks.map(({ sourceId, ...rest }) => ({ id: sourceId, ...rest }))}
        way="from"
      />
    </section>
  );
}

const SHOWN_LINKS = 6;
type Ends = Pick<LinkedMemory["links"][number], "type" | "strength"> & { readonly id: string };

function LinkList({ links, way }: { readonly links: readonly Ends[]; readonly way: "to" | "from" }) {
  const [all, setAll] = useState(false);
  if (links.length === 0) return null;
  const shown = all ? links : links.slice(0, SHOWN_LINKS);
  return (
    <ul className="link-list" aria-label={way === "to" ? "Links out of it" : "Links to it"}>
      {shown.map((link) => (
        <li key={`${link.id} ${link.type}`}>
          <LinkedLine link={link} way={way} />
        </li>
      ))}
      {shown.length < links.length && (
        <li>
          <Button look="quiet" onClick={() => setAll(true)}>
            {links.length - shown.length} more
          </Button>
        </li>
      )}
    </ul>
  );
}

function LinkedLine({ link, way }: { readonly link: Ends; readonly way: "to" | "from" }) {
  const other = useRequest(link.id, (service, signal) => getMemory(service, link.id, { signal }));
  return (
    <a href={hrefWith("memory", link.id)}>
      <span className="quiet">
        {link.type.replace("_", " ")} {way === "to" ? "→" : "←"} {link.strength.toFixed(2)}
      </span>{" "}
      {other.data?.content.slice(0, 140) ?? (other.error === null ? "…" : link.id)}
    </a>
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
