/** What a person may have the agent do, each with its progress, answer, error and the curl line that does the same. */
import { useState, type FormEvent, type ReactNode } from "react";
import {
  consolidateMemories,
  feed,
  processSeeds,
  reflectOnMemories,
  reflectOnThoughts,
  runTick,
  storeMemory,
  type FeedEvent,
  type LookBack,
  type ReflectionRequest,
  type SeedsToProcess,
  type Service,
} from "../../../client";
import { capital, duration } from "../format";
import { about, address } from "../service/about";
import { useAction } from "../service/rest";
import { useTokens } from "../service/tokens";
import { Button, Card, Failure, Field, Select, useNow } from "../ui/basics";
import { MEMORY_TYPES } from "./Memory";

export default function Steer() {
  const { tokens, forget } = useTokens();
  const known = (["tick", "write", "read"] as const).filter((kind) => tokens[kind] !== undefined);
  return (
    <div className="view">
      <header className="view-head">
        <div>
          <h1>Steer</h1>
          <p>
            Each action asks for its token once, and shows the line that does the same in a shell. Every
            request: <a href="/docs">the interface</a>.
          </p>
        </div>
        {known.length > 0 && (
          <Button icon="key" look="quiet" onClick={() => known.forEach(forget)}>
            Forget the {known.join(" and ")} token{known.length > 1 && "s"}
          </Button>
        )}
      </header>
      <div className="actions">
        <TickAction />
        <FeedAction />
        <StoreAction />
        <ConsolidateAction />
        <ReflectAction />
        <ThinkAction />
        <LookBackAction />
      </div>
    </div>
  );
}

interface ActionProps<Body extends object, Answer extends object> {
  readonly title: string;
  readonly explains: string;
  readonly button: string;
  readonly kind: "tick" | "write";
  readonly path: string;
  /** Without one the request has no body. */
  readonly body?: Body;
  readonly ready?: boolean;
  readonly work: (service: Service, body: Body) => Promise<Answer>;
  /** The answer in a sentence. */
  readonly says: (answer: Answer) => string;
  readonly children?: ReactNode;
}

function Action<Body extends object, Answer extends object>(props: ActionProps<Body, Answer>) {
  const { title, explains, button, kind, path, body, ready = true, work, says, children } = props;
  const { state, run } = useAction(kind, work);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && state.status !== "running") void run(body ?? ({} as Body));
  };
  return (
    <Card title={title}>
      <form className="stack" onSubmit={submit}>
        <p className="quiet">{explains}</p>
        {children}
        <div className="row">
          <Button look="primary" type="submit" disabled={!ready || state.status === "running"}>
            {button}
          </Button>
          {state.status === "running" && <Running since={state.since} />}
        </div>
        {state.status === "running" && <progress aria-label={`${title}: under way`} />}
        {state.status === "failed" && <Failure error={state.error} />}
        {state.status === "done" && (
          <div className="outcome" role="status">
            <p>
              {says(state.answer)} <span className="quiet">{duration(state.tookMs)}</span>
            </p>
            <details>
              <summary>The whole answer</summary>
              <pre tabIndex={0}>{JSON.stringify(state.answer, null, 2)}</pre>
            </details>
          </div>
        )}
        <Curl {...{ kind, path, body }} />
      </form>
    </Card>
  );
}

function Running({ since }: { readonly since: number }) {
  const now = useNow(200);
  return (
    <span className="quiet" role="status">
      Under way <span aria-hidden="true">for {duration(Math.max(0, now - since))}</span>
    </span>
  );
}

function Curl({
  kind,
  path,
  body,
}: {
  readonly kind: "tick" | "write";
  readonly path: string;
  readonly body: object | undefined;
}) {
  const [copied, setCopied] = useState(false);
  const parts = [
    `curl -X POST ${address}${path}`,
    `-H "Authorization: Bearer $${kind.toUpperCase()}_TOKEN"`,
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ];
  const line = parts.join(" \\\n  ");
  const copy = (): void => {
    void navigator.clipboard.writeText(line).then(() => setCopied(true));
  };
  return (
    <div className="curl">
      <code>{line}</code>
      <Button
        look="quiet"
        icon="copy"
        aria-label={copied ? "Copied" : "Copy the line"}
        title={copied ? "Copied" : "Copy the line"}
        onClick={copy}
      />
    </div>
  );
}

function TickAction() {
  return (
    <Action
      title="Tick"
      explains={`${about.agentName} reads what came in, thinks, and writes its log. It takes as long as the model does.`}
      button="Run a tick"
      kind="tick"
      path="/tick"
      work={(service) => runTick(service)}
      says={({ mood, health, summary }) => `${capital(mood)}, health ${health.toFixed(1)}: ${summary}`}
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
      says={({ healthChange, stateModified }) =>
        stateModified ? `Taken. Health changed by ${healthChange}.` : "Taken. It changed nothing yet."
      }
    >
      <Field label="What happened">
        <textarea
          rows={3}
          maxLength={16_384}
          value={content}
          onChange={({ target }) => setContent(target.value)}
        />
      </Field>
      <div className="fields">
        <Field label="Type">
          <Select
            value={type}
            onChange={({ target }) => setType(target.value as typeof type)}
            options={options("news", "market", "social", "custom")}
          />
        </Field>
        <Field label="Impact">
          <Select
            value={impact}
            onChange={({ target }) => setImpact(target.value as typeof impact)}
            options={options("low", "medium", "high")}
          />
        </Field>
      </div>
    </Action>
  );
}

function StoreAction() {
  const [type, setType] = useState<(typeof MEMORY_TYPES)[number]>("semantic");
  const [content, setContent] = useState("");
  return (
    <Action
      title="Remember"
      explains="Stores a memory as it is."
      button="Store it"
      kind="write"
      path="/memories/store"
      body={{ type, content }}
      ready={content.trim() !== ""}
      work={(service, body: { type: typeof type; content: string }) => storeMemory(service, body)}
      says={({ memoryId, sentiment }) => `Stored as ${memoryId}, ${sentiment.label}.`}
    >
      <Field label="Content">
        <textarea
          rows={3}
          maxLength={16_384}
          value={content}
          onChange={({ target }) => setContent(target.value)}
        />
      </Field>
      <Field label="Type">
        <Select
          value={type}
          onChange={({ target }) => setType(target.value as typeof type)}
          options={options(...MEMORY_TYPES)}
        />
      </Field>
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
        `${answer.memoriesProcessed} memories: ${answer.coreMemoriesCreated} themes created, ${answer.coreMemoriesUpdated} changed, ${answer.memoriesDecayed} memories faded.`
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
        <Field label="Type">
          <Select
            value={type}
            onChange={({ target }) => setType(target.value as typeof type)}
            options={options("knowledge", "emotional", "behavioral", "growth")}
          />
        </Field>
        <Field label="Depth">
          <Select
            value={depth}
            onChange={({ target }) => setDepth(target.value as typeof depth)}
            options={options("shallow", "deep")}
          />
        </Field>
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
      <Field label="Seeds" note="One a line.">
        <textarea rows={4} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
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
        <Field label="Thoughts of">
          <Select
            value={lookback}
            onChange={({ target }) => setLookback(target.value as typeof lookback)}
            options={[
              ["1h", "the last hour"],
              ["24h", "the last day"],
              ["7d", "the last week"],
            ]}
          />
        </Field>
        <Field label="Focus">
          <input maxLength={256} value={focus} onChange={({ target }) => setFocus(target.value)} />
        </Field>
      </div>
    </Action>
  );
}

function options<Word extends string>(...words: readonly Word[]): (readonly [Word, string])[] {
  return words.map((word) => [word, capital(word)]);
}
