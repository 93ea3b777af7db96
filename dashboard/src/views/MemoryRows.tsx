/** Rows of memories, to open or to choose. Arrow keys walk, x chooses, Shift and a click choose a range. */
import { useRef, type KeyboardEvent, type MouseEvent } from "react";
import type { Memory, SearchResult } from "../../../client";
import { hrefWith } from "../router";
import { Ago, Tag } from "../ui/basics";
import { Score } from "../ui/Score";
import { SentimentTag } from "../ui/SentimentTag";
import type { Chosen } from "./BulkActions";

interface Props {
  readonly label: string;
  /** How many there are in all. */
  readonly found: string;
  readonly memories: readonly Memory[];
  /** Of a search: in the order of the memories. */
  readonly results?: readonly SearchResult[];
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
}

export function MemoryRows({ label, found, memories, results, chosen, onChosen }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<number | null>(null);
  if (memories.length === 0) return null;
  const choose = (i: number, isChosen: boolean, withRange = false): void => {
    const from = withRange ? (last.current ?? i) : i;
    const next = new Map(chosen);
    for (const memory of memories.slice(Math.min(from, i), Math.max(from, i) + 1))
      if (isChosen) next.set(memory._id, memory);
      else next.delete(memory._id);
    last.current = i;
    onChosen(next);
  };
  const walk = (event: KeyboardEvent, i: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      list.current?.querySelectorAll<HTMLElement>("a.memory-row")[i + step]?.focus();
    } else if (event.key === "x") {
      event.preventDefault();
      choose(i, !chosen.has(memories[i]?._id ?? ""));
    }
  };
  const all = memories.every(({ _id }) => chosen.has(_id));
  return (
    <>
      <div className="row apart list-head">
        <div className="check">
          <input
            type="checkbox"
            title="Choose all that are shown"
            aria-label={`Choose all ${memories.length} shown`}
            checked={all}
            onChange={() => onChosen(all ? new Map() : new Map(memories.map((one) => [one._id, one])))}
          />
          <span role="status">{found}</span>
        </div>
        <span className="quiet keys">
          <kbd>↑</kbd> <kbd>↓</kbd> walk, <kbd>Enter</kbd> opens, <kbd>x</kbd> chooses
        </span>
      </div>
      <ul ref={list} className="memory-list" aria-label={label}>
        {memories.map((memory, i) => (
          <li key={memory._id} onKeyDown={(event) => walk(event, i)}>
            <input
              type="checkbox"
              aria-label={`Choose: ${memory.content.slice(0, 80)}`}
              checked={chosen.has(memory._id)}
              onClick={(event: MouseEvent<HTMLInputElement>) =>
                choose(i, event.currentTarget.checked, event.shiftKey)
              }
              // The click decides, since it alone knows of Shift.
              onChange={() => undefined}
            />
            <Row memory={memory} result={results?.[i]} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ memory, result }: { readonly memory: Memory; readonly result: SearchResult | undefined }) {
  return (
    <a className="memory-row" href={hrefWith("memory", memory._id)}>
      <span className="memory-words">{memory.content}</span>
      {result && <Score result={result} />}
      <span className="tags">
        <Tag>{memory.type}</Tag>
        {memory.scope !== undefined && <Tag>{memory.scope}</Tag>}
        {memory.pinned && <Tag tone="accent">pinned</Tag>}
        <SentimentTag memory={memory} />
        <span className="quiet">
          importance {memory.importance.toFixed(2)} · <Ago at={memory.createdAt} />
        </span>
      </span>
    </a>
  );
}
