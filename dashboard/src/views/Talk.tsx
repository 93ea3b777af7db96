/** A conversation with the agent: notes of one sender, and the replies as they come. */
import type { FunctionReturnType } from "convex/server";
import { useEffect, useRef, useState } from "react";
import { eraseReminder, listNotes, listReminders, type NotePage } from "../../../client";
import { api } from "../../../convex/_generated/api";
import { dateTime } from "../format";
import { hrefWith } from "../router";
import { useAbout } from "../service/about";
import { useLive } from "../service/live";
import { useAction, useRequest } from "../service/rest";
import { Ago, Button, Card, Empty, Failure, Field, Loading } from "../ui/basics";

import { Composer } from "./Composer";

type Note = NotePage["notes"][number];
type Writing = FunctionReturnType<typeof api.notes.partialReplies>[number];
const PAGE = 50;

export default function Talk() {
  const { agentName } = useAbout();
  const [from, setFrom] = useState(() => localStorage.getItem("anima.sender") ?? "");
  const notes = useLive(api.notes.recent, { limit: 100 });
  const ticks = useLive(api.live.ticks, { limit: 1 });
  const writing = useLive(api.notes.partialReplies, {});
  const [pages, setPages] = useState(0);
  const sender = from.trim();
  const older = useRequest(pages === 0 ? null : `${sender} ${pages}`, (service, signal) =>
    allOf(service, sender, pages, signal),
  );
  const live = (notes.data ?? []).filter((note) => (note.from ?? "") === sender);
  const known = new Set<string>(live.map(({ _id }) => _id));
  const rest = (older.data?.notes ?? []).filter(
    (note) => !known.has(note._id) && (note.from ?? "") === sender,
  );
  const turns = [...live, ...rest].sort((a, b) => a.receivedAt - b.receivedAt);
  const hasMore = older.data?.hasMore ?? notes.data?.length === 100;
  const senders = [...new Set((notes.data ?? []).flatMap((note) => note.from ?? []))];
  const list = useRef<HTMLOListElement>(null);
  const last = turns.at(-1);
  const newest = `${last?._id} ${last?.status}`;
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [newest]);
  const written = writing.data?.find(({ noteId }) => noteId === last?._id)?.text?.length;
  useEffect(() => {
    const turn = list.current?.lastElementChild;
    // Follows what is being written, unless the person has scrolled away from it.
    if (turn && turn.getBoundingClientRect().bottom < innerHeight) turn.scrollIntoView({ block: "nearest" });
  }, [written]);
  const choose = (name: string): void => {
    setFrom(name);
    setPages(0);
    localStorage.setItem("anima.sender", name);
  };
  return (
    <div className="view talk">
      <header className="view-head">
        <div>
          <h1>Talk</h1>
          <p>{agentName} reads notes at its next tick and answers each.</p>
        </div>
        <Field label="You are">
          <input
            list="senders"
            maxLength={128}
            placeholder="Your name"
            value={from}
            onChange={({ target }) => choose(target.value)}
          />
          <datalist id="senders">
            {senders.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </Field>
      </header>
      {notes.status === "loading" && <Loading lines={6} />}
      {notes.status === "failed" && <Failure error={notes.error} />}
      {hasMore && (
        <Button look="quiet" disabled={older.loading && pages > 0} onClick={() => setPages(pages + 1)}>
          Earlier notes
        </Button>
      )}
      {older.error !== null && <Failure error={older.error} retry={older.reload} />}
      {notes.status === "ready" && turns.length === 0 && (
        <Empty title={sender === "" ? "Nothing said yet" : `Nothing from ${sender} yet`}>
          Write the first note below. {agentName} reads it in a tick, and answers.
        </Empty>
      )}
      <ol ref={list} className="conversation" aria-label="Conversation" aria-live="polite">
        {turns.map((note) => (
          <Turn
            key={note._id}
            note={note}
            ticking={ticks.data?.[0]?.outcome === "running"}
            partial={writing.data?.find(({ noteId }) => noteId === note._id)}
          />
        ))}
      </ol>
      <Composer from={sender} />
      <Reminders key={notes.data?.[0]?._id} turn={`${notes.data?.[0]?._id} ${ticks.data?.[0]?.outcome}`} />
    </div>
  );
}

async function allOf(
  service: Parameters<typeof listNotes>[0],
  from: string,
  pages: number,
  signal: AbortSignal,
): Promise<NotePage> {
  const who = from === "" ? {} : { from };
  const notes: Note[] = [];
  let hasMore = true;
  for (let page = 0; page < pages && hasMore; page++) {
    const answer = await listNotes(
      service,
      { ...who, scope: "*", limit: PAGE, offset: page * PAGE },
      { signal },
    );
    notes.push(...answer.notes);
    ({ hasMore } = answer);
  }
  return { notes, hasMore, total: notes.length };
}

interface TurnProps {
  readonly note: Note;
  readonly ticking: boolean;
  /** Without a text where what was shown of the reply does not count. */
  readonly partial: Writing | undefined;
}

function Turn({ note, ticking, partial }: TurnProps) {
  const { agentName } = useAbout();
  return (
    <li className="turn">
      <p className="bubble mine">{note.note}</p>
      <p className="bubble-foot mine">
        <Ago at={note.receivedAt} />
      </p>
      {note.reply === undefined ? (
        <>
          {partial?.text !== undefined && (
            // A screen reader hears the reply once, when it stands, and so in an element of its own.
            <p key="partial" className="bubble theirs" aria-live="off">
              {partial.text}
            </p>
          )}
          <p className={`bubble-foot${ticking ? " dots" : ""}`}>{progress(agentName, ticking, partial)}</p>
        </>
      ) : (
        <>
          <p key="reply" className="bubble theirs">
            {note.reply}
          </p>
          <p className="bubble-foot">
            {note.repliedAt !== undefined && <Ago at={note.repliedAt} />}
            {note.repliedBy === "reflex" && " · by the journal, without a model"}
            {note.tickId !== undefined && (
              <>
                {" · "}
                <a href={hrefWith("tick", note.tickId)}>Receipt</a>
              </>
            )}
          </p>
        </>
      )}
    </li>
  );
}

function progress(agentName: string, ticking: boolean, partial: Writing | undefined): string {
  if (!ticking) return "Waits for the next tick";
  if (partial === undefined) return `${agentName} is thinking`;
  if (partial.text !== undefined) return "Still being written";
  return `${agentName} set aside what you saw and writes another answer`;
}

function Reminders({ turn }: { readonly turn: string }) {
  const reminders = useRequest(turn, (service, signal) => listReminders(service, { limit: 20 }, { signal }));
  const { state, run } = useAction("write", (service, id: string) => eraseReminder(service, id));
  if (reminders.data === undefined || reminders.data.reminders.length === 0) return null;
  return (
    <Card title="Reminders">
      {state.status === "failed" && <Failure error={state.error} />}
      <ul className="stack">
        {reminders.data.reminders.map(({ _id, text, remindAt }) => (
          <li key={_id} className="row apart">
            <span>
              {text} <span className="quiet">{dateTime(remindAt)}</span>
            </span>
            <Button
              look="quiet"
              icon="trash"
              aria-label={`Erase the reminder ${text}`}
              onClick={() => void run(_id).then((erased) => erased !== null && reminders.reload())}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
