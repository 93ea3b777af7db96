/** What a person may have the agent do, each with its progress, answer, error and the curl line that does the same. */
import { useState } from "react";
import {
  consolidateMemories,
  feed,
  processSeeds,
  reflectOnMemories,
  reflectOnThoughts,
  runTick,
  type FeedEvent,
  type LookBack,
  type ReflectionRequest,
  type SeedsToProcess,
} from "../../../client";
import { capital, counts, figure, plural, signed } from "../format";
import { useAbout } from "../service/about";
import { useTokens } from "../service/tokens";
import { Button, Field } from "../ui/basics";
import { Choice, LongText } from "../ui/fields";
import { Action } from "./Action";
import { EraseAction } from "./EraseAction";
import { ExportAction, ImportAction } from "./TransferActions";

const PARTS = [
  ["", "Now"],
  ["mind", "Mind"],
  ["data", "Data"],
] as const;

export default function Steer({ part }: { readonly part: string }) {
  const { tokens, forget } = useTokens();
  const known = (["tick", "write", "read"] as const).filter((kind) => tokens[kind] !== undefined);
  return (
    <div className="view">
      <header className="view-head">
        <h1>Steer</h1>
        <nav className="segments" aria-label="Parts of steering">
          {PARTS.map(([id, label]) => (
            <a key={id} href={`#/steer${id && `/${id}`}`} aria-current={id === part ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <div key={part} className="actions">
        {part === "mind" ? (
          <>
            <ConsolidateAction />
            <ReflectAction />
            <ThinkAction />
            <LookBackAction />
          </>
        ) : part === "data" ? (
          <>
            <ExportAction />
            <ImportAction />
            <EraseAction />
          </>
        ) : (
          <>
            <TickAction />
            <FeedAction />
          </>
        )}
      </div>
      <p className="row apart quiet">
        <span>
          Each action shows the line that does the same in a shell. Every request:{" "}
          <a href="/docs">the interface</a>.
        </span>
        {known.length > 0 && (
          <Button icon="key" look="quiet" onClick={() => known.forEach(forget)}>
            Forget the {known.join(" and ")} token{known.length > 1 && "s"}
          </Button>
        )}
      </p>
    </div>
  );
}

function TickAction() {
  const { agentName } = useAbout();
  return (
    <Action
      title="Tick"
      open
      explains={`${agentName} reads what came in, thinks, and writes its log. It takes as long as the model does.`}
      button="Run a tick"
      kind="tick"
      path="/tick"
      work={(service) => runTick(service)}
      says={({ mood, health, summary }) => `${capital(mood)}, health ${figure(health, 1)}: ${summary}`}
    />
  );
}

function FeedAction() {
  const [type, setType] = useState<FeedEvent["type"]>("news");
  const [impact, setImpact] = useState<NonNullable<FeedEvent["impact"]>>("medium");
  const [content, setContent] = useState("");
  return (
    <Action
      title="Feed"
      explains="Something that happened outside. It moves the mood at once and waits for the next tick."
      button="Feed it"
      kind="write"
      path="/feed"
      body={{ type, content, impact }}
      ready={content.trim() !== ""}
      work={(service, body: FeedEvent) => feed(service, body)}
      says={({ healthChange }) =>
        signed(healthChange) === "–"
          ? "Taken. The next tick reads it."
          : `Taken: health ${signed(healthChange)}. The next tick reads it.`
      }
    >
      <LongText label="What happened" value={content} onChange={setContent} />
      <div className="fields">
        <Choice
          label="Type"
          value={type}
          onChange={setType}
          options={["news", "market", "social", "custom"]}
        />
        <Choice label="Impact" value={impact} onChange={setImpact} options={["low", "medium", "high"]} />
      </div>
    </Action>
  );
}

function ConsolidateAction() {
  return (
    <Action
      title="Consolidate"
      explains="Groups related memories into themes and lets salience decay. It runs by itself once a day."
      button="Consolidate"
      kind="tick"
      path="/memories/consolidate"
      work={(service) => consolidateMemories(service)}
      says={(answer) =>
        `${plural(answer.memoriesProcessed, "memory", "memories")}: ${counts(
          [
            [answer.coreMemoriesCreated, "new theme"],
            [answer.coreMemoriesUpdated, "changed theme"],
            [answer.memoriesDecayed, "memory faded", "memories faded"],
          ],
          "nothing new to group",
        )}.`
      }
    />
  );
}

function ReflectAction() {
  const [type, setType] = useState<NonNullable<ReflectionRequest["type"]>>("knowledge");
  const [depth, setDepth] = useState<NonNullable<ReflectionRequest["depth"]>>("shallow");
  const [focus, setFocus] = useState("");
  return (
    <Action
      title="Reflect"
      explains="Draws a conclusion from memories, and remembers it."
      button="Reflect"
      kind="tick"
      path="/memories/reflect"
      body={{ type, depth, ...(focus.trim() === "" ? {} : { focus }) }}
      work={(service, body: ReflectionRequest) => reflectOnMemories(service, body)}
      says={({ reflection }) => reflection.content}
    >
      <Field label="Focus" note="Left out, what is recent and important.">
        <input maxLength={256} value={focus} onChange={({ target }) => setFocus(target.value)} />
      </Field>
      <div className="fields">
        <Choice
          label="Type"
          value={type}
          onChange={setType}
          options={["knowledge", "emotional", "behavioral", "growth"]}
        />
        <Choice label="Depth" value={depth} onChange={setDepth} options={["shallow", "deep"]} />
      </div>
    </Action>
  );
}

function ThinkAction() {
  const [text, setText] = useState("");
  const [force, setForce] = useState(false);
  const seeds = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((content) => ({ content, importance: 0.7 }));
  return (
    <Action
      title="Think"
      explains="Makes one thought of several seeds."
      button="Think"
      kind="tick"
      path="/consciousness/process"
      body={{ seeds, ...(force ? { forceProcess: true } : {}) }}
      ready={seeds.length > 0 && seeds.length <= 100}
      work={(service, body: SeedsToProcess) => processSeeds(service, body)}
      says={(answer) =>
        answer.thought?.content ?? `No thought: ${"reason" in answer ? answer.reason : "no reason was given"}`
      }
    >
      <LongText label="Seeds" note="One a line." rows={4} value={text} onChange={setText} />
      <label className="check">
        <input type="checkbox" checked={force} onChange={({ target }) => setForce(target.checked)} />
        Even of a single seed
      </label>
    </Action>
  );
}

function LookBackAction() {
  const [lookback, setLookback] = useState<NonNullable<LookBack["lookback"]>>("24h");
  const [focus, setFocus] = useState("");
  return (
    <Action
      title="Look back"
      explains="A thought about the thoughts of some time."
      button="Look back"
      kind="tick"
      path="/consciousness/reflect"
      body={{ lookback, ...(focus.trim() === "" ? {} : { focus }) }}
      work={(service, body: LookBack) => reflectOnThoughts(service, body)}
      says={({ reflection }) => reflection.content}
    >
      <div className="fields">
        <Choice
          label="Thoughts of"
          value={lookback}
          onChange={setLookback}
          options={[
            ["1h", "the last hour"],
            ["24h", "the last day"],
            ["7d", "the last week"],
          ]}
        />
        <Field label="Focus">
          <input maxLength={256} value={focus} onChange={({ target }) => setFocus(target.value)} />
        </Field>
      </div>
    </Action>
  );
}
