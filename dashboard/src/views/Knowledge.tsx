/** Documents that the agent was given: search, read, add. */
import { useState, type FormEvent } from "react";
import {
  addKnowledge,
  eraseKnowledge,
  listKnowledge,
  type KnowledgePage,
  type KnowledgeToStore,
} from "../../../client";
import { plural } from "../format";
import { useAction, useRequest } from "../service/rest";
import { Ago, Button, Card, Empty, Failure, Field, Loading, Tag } from "../ui/basics";
import { ALL_SCOPES, ScopeFilter, SearchBox, useSettled } from "../ui/filters";

type Item = KnowledgePage["items"][number];

export default function Knowledge() {
  const [words, setWords] = useState("");
  const [adding, setAdding] = useState(false);
  const [pages, setPages] = useState(1);
  const [whose, setWhose] = useState("");
  const query = useSettled(words.trim());
  const scope = useSettled(whose.trim()) || ALL_SCOPES;
  const found = useRequest(JSON.stringify([query, scope, pages]), (service, signal) =>
    listKnowledge(
      service,
      { scope, limit: Math.min(100, 20 * pages), ...(query === "" ? {} : { query, threshold: 0.3 }) },
      { signal },
    ),
  );
  const { data, error } = found;
  return (
    <>
      <SearchBox
        label="Search knowledge"
        placeholder="Search the passages"
        words={words}
        onChange={setWords}
      />
      <div className="row apart">
        <p className="quiet" role="status">
          {data === undefined ? "…" : plural(data.total, "item")}
        </p>
        <ScopeFilter whose={whose} onChange={setWhose} />
        {!adding && <Button onClick={() => setAdding(true)}>Add a document</Button>}
      </div>
      {adding && (
        <Add
          onDone={() => {
            setAdding(false);
            found.reload();
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {error !== null && <Failure error={error} retry={found.reload} />}
      {data === undefined && error === null && <Loading lines={8} />}
      {data?.items.length === 0 && (
        <Empty title={query === "" ? "It knows no documents yet" : "Nothing found"}>
          {query === "" ? (
            <Button onClick={() => setAdding(true)}>Add a document</Button>
          ) : (
            "Try other words."
          )}
        </Empty>
      )}
      <ul className="stack">
        {data?.items.map((item) => (
          <li key={item._id}>
            <Entry item={item} onErased={found.reload} />
          </li>
        ))}
      </ul>
      {data?.hasMore === true && pages < 5 && (
        <Button look="quiet" onClick={() => setPages(pages + 1)}>
          More
        </Button>
      )}
    </>
  );
}

function Entry({ item, onErased }: { readonly item: Item; readonly onErased: () => void }) {
  const [sure, setSure] = useState(false);
  const { state, run } = useAction("write", (service, id: string) => eraseKnowledge(service, id));
  return (
    <Card
      title={item.title}
      aside={
        item.similarity === undefined ? (
          <span className="quiet">
            <Ago at={item.updatedAt} />
          </span>
        ) : (
          <Tag tone="accent">{item.similarity.toFixed(2)}</Tag>
        )
      }
    >
      <div className="stack">
        {item.passage !== undefined && <blockquote className="reply voice">{item.passage}</blockquote>}
        <details>
          <summary>Read the document</summary>
          <p>{item.content}</p>
        </details>
        {state.status === "failed" && <Failure error={state.error} />}
        <div className="row apart">
          <div className="tags">
            {item.scope !== undefined && <Tag>{item.scope}</Tag>}
            {item.source !== undefined && <span className="quiet">{item.source}</span>}
            {item.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </div>
          {sure ? (
            <span className="row">
              <Button look="quiet" onClick={() => setSure(false)}>
                Keep it
              </Button>
              <Button
                look="danger"
                onClick={() => void run(item._id).then((erased) => erased !== null && onErased())}
              >
                Erase for good
              </Button>
            </span>
          ) : (
            <Button
              look="quiet"
              icon="trash"
              aria-label={`Erase ${item.title}`}
              onClick={() => setSure(true)}
            />
          )}
        </div>
      </div>
    </Card>
  );
}

function Add({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const [title, setTitle] = useState("");
  const [content, setContent] = useState("");
  const [source, setSource] = useState("");
  const [tags, setTags] = useState("");
  const { state, run } = useAction("write", (service, item: KnowledgeToStore) => addKnowledge(service, item));
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const named = tags
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "");
    const stored = await run({
      title,
      content,
      ...(source.trim() === "" ? {} : { source }),
      ...(named.length === 0 ? {} : { tags: named }),
    });
    if (stored !== null) onDone();
  };
  return (
    <Card title="Add a document">
      <form className="stack" onSubmit={(event) => void add(event)}>
        <Field label="Title">
          <input required maxLength={512} value={title} onChange={({ target }) => setTitle(target.value)} />
        </Field>
        <Field label="Text">
          <textarea
            required
            rows={8}
            maxLength={131_072}
            value={content}
            onChange={({ target }) => setContent(target.value)}
          />
        </Field>
        <div className="fields">
          <Field label="Source" note="The same source and title replace the item.">
            <input maxLength={512} value={source} onChange={({ target }) => setSource(target.value)} />
          </Field>
          <Field label="Tags" note="Separated by commas.">
            <input value={tags} onChange={({ target }) => setTags(target.value)} />
          </Field>
        </div>
        {state.status === "failed" && <Failure error={state.error} />}
        <div className="row end">
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button look="primary" type="submit" disabled={state.status === "running"}>
            {state.status === "running" ? "Adding…" : "Add"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
