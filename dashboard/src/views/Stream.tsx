/** Everything that happens, as it happens. */
import { Fragment, useEffect, useRef, useState, type ReactNode } from "react";
import { quietRuns, type NotePage, type Thought } from "../../../client";
import { capital, clock, day, figure, fullTime, percent, signed } from "../format";
import { hrefWith } from "../router";
import { useAbout } from "../service/about";
import { Button, Empty, Failure, Loading, Tag } from "../ui/basics";
import { Icon } from "../ui/Icon";
import { QuietRun } from "../ui/QuietRun";
import { Toggles } from "../ui/Toggles";
import { KINDS, useFeed, type Entry, type Kind } from "./feed";

const LABELS: { readonly [kind in Kind]: string } = {
  log: "Log",
  event: "Events",
  note: "Notes",
  thought: "Thoughts",
  artifact: "Artifacts",
};

export default function Stream() {
  const { agentName } = useAbout();
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set(KINDS));
  const [words, setWords] = useState("");
  const feed = useFeed(kinds);
  const wanted = words.trim().toLowerCase();
  const entries =
    wanted === ""
      ? feed.entries
      : feed.entries.filter((entry) => textOf(entry).toLowerCase().includes(wanted));
  return (
    <div className="view">
      <header className="view-head">
        <div>
          <h1>Stream</h1>
          <p>What reaches {agentName}, and what comes of it.</p>
        </div>
      </header>
      <div className="stream-tools">
        <Toggles
          label="Kinds of entries"
          options={KINDS.map((kind) => [kind, LABELS[kind]] as const)}
          pressed={(kind) => kinds.has(kind)}
          onPress={(kind) => setKinds(toggled(kinds, kind))}
        />
        <input
          type="search"
          aria-label="Only entries with these words"
          placeholder="Only entries with these words"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      {feed.status === "loading" && <Loading lines={8} />}
      {feed.status === "failed" && <Failure error={new Error("The stream can't be read.")} />}
      {feed.status === "ready" && entries.length === 0 && !feed.hasMore && (
        <NothingYet filtered={feed.entries.length > 0 || kinds.size < KINDS.length} />
      )}
      <ol className="entries" aria-label="Entries, newest first">
        {quietRuns(entries, quietSinceOf).map((run, i, runs) => {
          const [entry, ...others] = run.kind === "quiet" ? run.entries : [run.entry];
          const date = day(entry.at);
          const above = runs[i - 1];
          const before = above?.kind === "quiet" ? above.entries.at(-1) : above?.entry;
          const oldest = others.at(-1) ?? entry;
          return (
            // The oldest entry of a run stays the same while the run grows.
            <Fragment key={`${oldest.kind} ${oldest.item._id}`}>
              {(before === undefined || day(before.at) !== date) && <li className="day-line">{date}</li>}
              {run.kind === "quiet" ? <QuietRow entries={run.entries} /> : <EntryRow entry={entry} />}
            </Fragment>
          );
        })}
      </ol>
      {feed.error !== null && <Failure error={feed.error} retry={feed.loadMore} />}
      {feed.hasMore && feed.status === "ready" && <More onSeen={feed.loadMore} busy={feed.loadingMore} />}
    </div>
  );
}

function toggled(kinds: ReadonlySet<Kind>, kind: Kind): ReadonlySet<Kind> {
  const others = [...kinds].filter((one) => one !== kind);
  return new Set(kinds.has(kind) ? others : [...others, kind]);
}

function NothingYet({ filtered }: { readonly filtered: boolean }) {
  const { agentName } = useAbout();
  if (filtered) return <Empty title="No entry passes the filter">Choose more kinds, or other words.</Empty>;
  return (
    <Empty title="Nothing has happened yet">
      <a href="#/talk">Write to {agentName}</a>, or <a href="#/steer">tell it what happened</a>.
    </Empty>
  );
}

/** Loads more when it comes into sight, or by hand. */
function More({ onSeen, busy }: { readonly onSeen: () => void; readonly busy: boolean }) {
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (mark.current === null || busy) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting === true && latest.current(), {
      rootMargin: "600px",
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [busy]);
  return (
    <div ref={mark} className="row">
      <Button look="quiet" disabled={busy} onClick={onSeen}>
        {busy ? "Loading older entries…" : "Older entries"}
      </Button>
    </div>
  );
}

function quietSinceOf(entry: Entry): number | undefined {
  return entry.kind === "log" ? entry.item.quietSince : undefined;
}

function QuietRow({ entries }: { readonly entries: readonly [Entry, ...Entry[]] }) {
  const [newest] = entries;
  return (
    <QuietRun
      words={newest.kind === "log" ? newest.item.summary : undefined}
      ticks={entries.length}
      line={(button) => (
        <li className="entry log">
          <EntrySide entry={newest} />
          <div className="entry-body">{button}</div>
        </li>
      )}
    >
      {entries.map((entry) => (
        <EntryRow key={entry.item._id} entry={entry} />
      ))}
    </QuietRun>
  );
}

function EntrySide({ entry }: { readonly entry: Entry }) {
  return (
    <div className="entry-side">
      <span className="entry-kind">{capital(entry.kind)}</span>
      <time dateTime={new Date(entry.at).toISOString()} title={fullTime(entry.at)}>
        {clock(entry.at)}
      </time>
    </div>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  return (
    <li className={`entry ${entry.kind}`}>
      <EntrySide entry={entry} />
      <div className="entry-body">{bodyOf(entry)}</div>
    </li>
  );
}

function bodyOf(entry: Entry): ReactNode {
  switch (entry.kind) {
    case "log": {
      const { summary, detail, remark, mood, health, tickId } = entry.item;
      return (
        <>
          <p className="voice">{summary}</p>
          {remark !== undefined && <p className="quiet">{remark}</p>}
          <details>
            <summary>Detail</summary>
            <p>{detail}</p>
          </details>
          <Foot tickId={tickId}>
            <Tag tone="accent">{mood}</Tag>
            <span className="quiet">health {figure(health, 1)}</span>
          </Foot>
        </>
      );
    }
    case "event": {
      const { content, type, impact, sentiment, tickId } = entry.item;
      return (
        <>
          <p>{content}</p>
          <Foot tickId={tickId}>
            {type !== undefined && <Tag>{type}</Tag>}
            {impact !== undefined && <span className="quiet">{impact} impact</span>}
            {signed(sentiment) !== "–" && <span className="quiet">sentiment {signed(sentiment)}</span>}
            {tickId === undefined && <span className="quiet">waits for the next tick</span>}
          </Foot>
        </>
      );
    }
    case "note":
      return <NoteBody note={entry.item} />;
    case "thought":
      return <ThoughtBody thought={entry.item} />;
    case "artifact": {
      const { content, type, tickId } = entry.item;
      return (
        <>
          <p className="voice">{content}</p>
          <Foot tickId={tickId}>
            <Tag tone={type === "alert" ? "warn" : ""}>{type}</Tag>
          </Foot>
        </>
      );
    }
  }
}

function NoteBody({ note }: { readonly note: NotePage["notes"][number] }) {
  return (
    <>
      <p>{note.note}</p>
      {note.reply !== undefined && <p className="reply voice">{note.reply}</p>}
      <Foot tickId={note.tickId}>
        {note.from !== undefined && <span className="quiet">from {note.from}</span>}
        {note.status === "pending" && <span className="quiet">waits for the next tick</span>}
      </Foot>
    </>
  );
}

function ThoughtBody({ thought }: { readonly thought: Thought }) {
  const {
    content,
    tone,
    confidence,
    isBrilliant,
    brillianceFactors: factors,
    seeds,
    basedOn,
    tickId,
  } = thought;
  return (
    <>
      <p className="voice">{content}</p>
      {isBrilliant && factors !== undefined && (
        <p className="brilliant row">
          <Icon name="star" />
          <span>
            Brilliant: {factors.seedCount} seeds of importance {factors.avgSeedImportance.toFixed(2)}, novelty{" "}
            {factors.novelty.toFixed(2)}
            {factors.commonEntities.length > 0 && `, common ${factors.commonEntities.join(", ")}`}
          </span>
        </p>
      )}
      {seeds !== undefined && seeds.length > 0 && (
        <details>
          <summary>{seeds.length} seeds</summary>
          <ul className="stack">
            {seeds.map((seed, i) => (
              <li key={i}>{seed}</li>
            ))}
          </ul>
        </details>
      )}
      <Foot tickId={tickId}>
        <Tag>{tone}</Tag>
        <span className="quiet">confidence {percent(confidence)}</span>
        {basedOn !== undefined && (
          <span className="quiet">
            reflection on {basedOn.thoughtsAnalyzed} thoughts of {basedOn.timespan}
          </span>
        )}
      </Foot>
    </>
  );
}

function Foot({ tickId, children }: { readonly tickId: string | undefined; readonly children: ReactNode }) {
  return (
    <div className="entry-foot">
      {children}
      {tickId !== undefined && <a href={hrefWith("tick", tickId)}>Receipt</a>}
    </div>
  );
}

function textOf({ kind, item }: Entry): string {
  switch (kind) {
    case "log":
      return `${item.summary} ${item.detail} ${item.remark ?? ""} ${item.mood}`;
    case "note":
      return `${item.note} ${item.reply ?? ""} ${item.from ?? ""}`;
    default:
      return item.content;
  }
}
