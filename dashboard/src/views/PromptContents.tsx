/**
 * What a tick's prompt held, in its order, with estimated tokens. The receipt keeps ids alone, so the texts are asked for when
 * a person opens this, as they are now: what was erased since is gone here, too.
 */
import { useState } from "react";
import {
  getKnowledge,
  getMemory,
  listArtifacts,
  listLogs,
  listNotes,
  type Service,
  type TickReceipt,
} from "../../../client";
import { count, plural } from "../format";
import { hrefWith } from "../router";
import { useRequest } from "../service/rest";
import { Failure, Loading } from "../ui/basics";

interface Piece {
  readonly id: string;
  /** Null where it was erased since. */
  readonly text: string | null;
  readonly href?: string;
  /** Characters of what stood in the prompt, where `text` only names it. */
  readonly length?: number;
}

interface Section {
  readonly name: string;
  readonly pieces: readonly Piece[];
  /** Characters that the prompt gives to the section at most (mind/prompts/tick). */
  readonly most: number;
}

/** A token of English has about as many characters. */
const CHARACTERS_PER_TOKEN = 4;

export function PromptContents({ receipt }: { readonly receipt: TickReceipt }) {
  const [open, setOpen] = useState(false);
  const { model } = receipt;
  if (model === undefined) return null;
  const { tokens, calls } = model;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        What the prompt held
        {tokens !== undefined && `: ${count(tokens.input)} tokens${calls > 1 ? ` in ${calls} calls` : ""}`}
      </summary>
      {open && <Contents receipt={receipt} />}
    </details>
  );
}

function Contents({ receipt }: { readonly receipt: TickReceipt }) {
  const asked = useRequest(receipt._id, (service, signal) => sectionsOf(service, receipt, signal));
  const { data, error } = asked;
  if (data === undefined)
    return error === null ? <Loading lines={6} /> : <Failure error={error} retry={asked.reload} />;
  const themes = receipt.shown?.themes ?? 0;
  return (
    <div className="stack prompt">
      {data.map(({ name, pieces, most }) => (
        <section key={name}>
          <h3>
            {name} <span className="quiet">about {plural(tokensOf(pieces, most), "token")}</span>
          </h3>
          <ol>
            {pieces.map(({ id, text, href }) => (
              <li key={id}>
                {text === null ? (
                  <span className="quiet">erased since</span>
                ) : href === undefined ? (
                  text
                ) : (
                  <a href={href}>{text}</a>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
      <p className="quiet">
        {themes > 0 && `Also the summaries of ${plural(themes, "theme")}. `}
        The rest are the persona, the rules, the time and mood, and the schema of the answer. Long texts are
        cut in the prompt. The provider counted all tokens; those of a section are estimated.
      </p>
    </div>
  );
}

function tokensOf(pieces: readonly Piece[], most: number): number {
  const characters = pieces.reduce((sum, { text, length }) => sum + (length ?? text?.length ?? 0), 0);
  return Math.ceil(Math.min(characters, most) / CHARACTERS_PER_TOKEN);
}

async function sectionsOf(
  service: Service,
  { shown, events, startedAt }: TickReceipt,
  signal: AbortSignal,
): Promise<Section[]> {
  const { logEntries = [], artifacts = [], turns = [], memories = [], knowledge = [] } = shown ?? {};
  const before = { until: startedAt, limit: 50 };
  const [logs, made, remembered, known, notes] = await Promise.all([
    logEntries.length === 0 ? [] : listLogs(service, before, { signal }).then((page) => page.logs),
    artifacts.length === 0 ? [] : listArtifacts(service, before, { signal }).then((page) => page.artifacts),
    Promise.all(memories.map((id) => orNull(getMemory(service, id, { signal })))),
    Promise.all([...new Set(knowledge)].map((id) => orNull(getKnowledge(service, id, { signal })))),
    turns.length === 0
      ? []
      : listNotes(service, { scope: "*", limit: 100 }, { signal }).then((page) => page.notes),
  ]);
  const textOf = (id: string, rows: readonly { readonly _id: string; readonly text: string }[]): Piece => ({
    id,
    text: rows.find(({ _id }) => _id === id)?.text ?? null,
  });
  const sections: Section[] = [
    {
      ...{ name: "Its log, newest first", most: 2_500 },
      pieces: logEntries.map((id) =>
        textOf(
          id,
          logs.map(({ _id, summary: text }) => ({ _id, text })),
        ),
      ),
    },
    {
      ...{ name: "What it made last", most: 800 },
      pieces: artifacts.map((id) =>
        textOf(
          id,
          made.map(({ _id, content: text }) => ({ _id, text })),
        ),
      ),
    },
    {
      ...{ name: "Memories", most: 4_800 },
      pieces: memories.map((id, i) => ({
        ...{ id, text: remembered[i]?.content ?? null },
        href: inPlaceOfTick(id),
      })),
    },
    {
      ...{ name: "Knowledge, a passage of each", most: 1_100 },
      pieces: [...new Set(knowledge)].map((id, i) => ({
        ...{ id, text: known[i]?.title ?? null },
        length: known[i]?.content.length ?? 0,
      })),
    },
    {
      ...{ name: "Earlier notes and replies", most: 1_200 },
      pieces: turns.map((id) =>
        textOf(
          id,
          notes.map(({ _id, note, reply }) => ({ _id, text: `${note} — ${reply ?? ""}` })),
        ),
      ),
    },
    {
      ...{ name: "Events", most: 10_200 },
      pieces: events.map(({ _id: id, content: text }) => ({ id, text })),
    },
  ];
  return sections.filter(({ pieces }) => pieces.length > 0);
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return await asked.catch(() => null);
}

/** The memory in place of the receipt. */
export function inPlaceOfTick(id: string): string {
  const [path = "", query = ""] = hrefWith("tick", null).split("?");
  const params = new URLSearchParams(query);
  params.set("memory", id);
  return `${path}?${params}`;
}
