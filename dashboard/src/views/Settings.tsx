/** What is configured, which models the service's machine has, and how to put one to use. */
import { useEffect, useState, type ReactNode } from "react";
import { findModelServers, getSettings, tryModel, type ModelToTry, type Settings } from "../../../client";
import { DEFAULT_LOCAL_MODEL, installCommand } from "../../../providers/localModels";
import { duration } from "../format";
import { useAction } from "../service/rest";
import { useTokens } from "../service/tokens";
import { Button, Card, Empty, Failure, Loading, Tag } from "../ui/basics";
import { Choice } from "../ui/fields";
import { CopyLines } from "../ui/CopyLines";

export default function SettingsView() {
  const { tokens } = useTokens();
  const { state, run } = useAction("tick", (service, _: null) => getSettings(service));
  // With a token at hand, nobody has to ask for what the view is there to show.
  useEffect(() => {
    if (tokens.tick !== undefined) void run(null);
    // Once, when the view opens.
  }, []); // eslint-disable-line
  return (
    <div className="view settings">
      <header className="view-head">
        <div>
          <h1>Settings</h1>
          <p>
            They are read when the service starts, so nothing here changes them: it shows what to put where.
          </p>
        </div>
      </header>
      {state.status === "idle" && (
        <Empty title="Shown with the token for ticks">
          <Button look="primary" icon="key" onClick={() => void run(null)}>
            Show the settings
          </Button>
        </Empty>
      )}
      {state.status === "running" && <Loading lines={6} />}
      {state.status === "failed" && <Failure error={state.error} retry={() => void run(null)} />}
      {state.status === "done" && (
        <>
          <div className="columns">
            <InUse title="Language model" role="model" settings={state.answer} />
            <InUse title="Embeddings" role="embedding" settings={state.answer} />
          </div>
          <Local />
          <div className="columns">
            <Agent settings={state.answer} />
            <Access settings={state.answer} />
          </div>
        </>
      )}
    </div>
  );
}

type Role = ModelToTry["role"];

const WITHOUT = {
  model: "None is set, so the agent keeps a journal: it counts and quotes, and answers no questions.",
  embedding: "None is set, so search and duplicates go by words.",
} as const;

const PREFIXES = { model: "LLM", embedding: "EMBEDDING" } as const;

function InUse({
  title,
  role,
  settings,
}: {
  readonly title: string;
  readonly role: Role;
  readonly settings: Settings;
}) {
  const used = settings[role];
  const prefix = PREFIXES[role];
  return (
    <Card title={title} aside={<Tag>{used === undefined ? "none" : "in use"}</Tag>}>
      {used === undefined ? (
        <div className="stack">
          <p>{WITHOUT[role]}</p>
          {role === "embedding" && (
            <>
              <p className="quiet">
                For search by meaning without a key, install two packages in the service's folder, put the
                last line into .env.local, and start it again. It then downloads {DEFAULT_LOCAL_MODEL} once.
              </p>
              <CopyLines lines={[installCommand(".data/packages"), "EMBEDDING_PROVIDER=local"]} />
            </>
          )}
        </div>
      ) : (
        <div className="stack">
          <dl className="pairs">
            <Pair name="Model" variable={`${prefix}_MODEL`} value={used.name} />
            <Pair name="Address" variable={`${prefix}_BASE_URL`} value={placeOf(used.baseUrl)} />
          </dl>
          <Trial request={{ role }} />
        </div>
      )}
    </Card>
  );
}

/** The host's own embedder has an address that no network has. */
function placeOf(baseUrl: string): string {
  return new URL(baseUrl).host === "embeddings.localhost" ? "this service's own machine" : baseUrl;
}

/** The servers found on the service's machine, and their models. */
function Local() {
  const { state, run } = useAction("tick", (service, _: null) => findModelServers(service));
  return (
    <Card title="Models on the service's machine">
      <div className="stack">
        <p className="quiet">
          Ollama (port 11434), LM Studio (1234) and llama.cpp (8080). In a terminal, <code>anima setup</code>{" "}
          finds hosted providers, too, and writes the settings.
        </p>
        <div className="row">
          <Button
            look="primary"
            icon="search"
            disabled={state.status === "running"}
            onClick={() => void run(null)}
          >
            Look for models
          </Button>
        </div>
        {state.status === "running" && <Loading lines={2} />}
        {state.status === "failed" && <Failure error={state.error} />}
        {state.status === "done" && !state.answer.local && (
          <Empty title="This service runs on Convex">
            It has no machine to look on. Set the key and address of a hosted provider with{" "}
            <code>npx convex env set LLM_API_KEY</code>.
          </Empty>
        )}
        {state.status === "done" && state.answer.local && state.answer.servers.length === 0 && (
          <Empty title="No model server answers">
            Start Ollama, LM Studio or llama.cpp's server on the machine that the service runs on, then look
            again.
          </Empty>
        )}
        {state.status === "done" && <Found servers={state.answer.servers} />}
      </div>
    </Card>
  );
}

type Server = Awaited<ReturnType<typeof findModelServers>>["servers"][number];

/** One of the models, to try. */
function Found({ servers }: { readonly servers: readonly Server[] }) {
  const options = servers.flatMap(({ kind, models }) =>
    models.flatMap(({ name, use }) => {
      const role: Role = use === "chat" ? "model" : "embedding";
      return kind === "other" ? [] : [{ server: kind, model: name, role }];
    }),
  );
  const [chosen, choose] = useState("0");
  const request = options[Number(chosen)];
  if (request === undefined) return null;
  const labels = options.map(
    ({ server, model, role }, at) =>
      [
        String(at),
        `${model}, ${role === "model" ? "language model" : "embeddings"} of ${NAMES[server]}`,
      ] as const,
  );
  return (
    <div className="stack">
      <Choice label="Model" options={labels} value={chosen} onChange={choose} />
      <Trial key={chosen} request={request} />
    </div>
  );
}

const NAMES = { ollama: "Ollama", lmstudio: "LM Studio", llamacpp: "llama.cpp" } as const;

const TONES = { ok: "good", note: "", trouble: "warn" } as const;
const MARKS = { ok: "good", note: "note", trouble: "trouble" } as const;

/** Tries a model, and says what it can and can't. */
function Trial({ request }: { readonly request: ModelToTry }) {
  const { state, run } = useAction("tick", (service, asked: ModelToTry) => tryModel(service, asked));
  const running = state.status === "running";
  return (
    <div className="stack">
      <div className="row">
        <Button icon="play" disabled={running} onClick={() => void run(request)}>
          Try it
        </Button>
        {running && (
          <span className="quiet" role="status">
            Asking what a small tick asks. A large model may take minutes.
          </span>
        )}
      </div>
      {running && <progress aria-label="The trial: under way" />}
      {state.status === "failed" && <Failure error={state.error} />}
      {state.status === "done" && (
        <div className="outcome" role="status">
          <ul className="findings">
            {state.answer.findings.map(({ level, text, advice }) => (
              <li key={text}>
                <Tag tone={TONES[level]}>{MARKS[level]}</Tag>
                <span>
                  {text}
                  {advice !== undefined && <span className="quiet"> {advice}.</span>}
                </span>
              </li>
            ))}
          </ul>
          <p className="quiet">{duration(state.tookMs)}</p>
          {state.answer.settings.length > 0 && (
            <>
              <p>To use it, put these lines into .env.local in the service's folder, and start it again:</p>
              <CopyLines lines={state.answer.settings} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Agent({ settings }: { readonly settings: Settings }) {
  const { agentName, persona, timeZone, autonomy, noteScope, dailyTokens, dedupThreshold } = settings;
  return (
    <Card title="The agent">
      <div className="stack">
        <p className="quiet">
          Each is a line of .env.local in the service's folder, or of its environment, read when it starts. On
          Convex: <code>npx convex env set NAME value</code>.
        </p>
        <dl className="pairs">
          <Pair name="Name" variable="AGENT_NAME" value={agentName} />
          <Pair name="Persona" variable="AGENT_PERSONA" value={persona} />
          <Pair name="Time zone" variable="AGENT_TIMEZONE" value={timeZone} />
          <Pair
            name="Autonomy"
            variable="AUTONOMY"
            value={autonomy ? "on: it ticks by itself" : "off: it ticks on request"}
          />
          <Pair
            name="Notes with a name"
            variable="NOTE_SCOPE"
            value={noteScope === "sender" ? "sender: theirs alone" : "shared: for everyone"}
          />
          <Pair
            name="Tokens a day"
            variable="LLM_DAILY_TOKENS"
            value={dailyTokens === undefined ? "no limit" : dailyTokens.toLocaleString()}
          />
          <Pair name="Memories are one from" variable="DEDUP_THRESHOLD" value={dedupThreshold} />
        </dl>
      </div>
    </Card>
  );
}

/** Who may use it, and how often. */
function Access({ settings }: { readonly settings: Settings }) {
  const { readingIsOpen, rateLimits, corsOrigins, trustProxy, webhookAddresses } = settings;
  const perMinute = (requests: number): string => (requests === 0 ? "no limit" : `${requests} a minute`);
  return (
    <Card title="Access and limits">
      <dl className="pairs">
        <Pair name="Ticks" variable="TICK_TOKEN" value="with a token" />
        <Pair name="Writing" variable="WRITE_TOKEN" value="with a token" />
        <Pair
          name="Reading"
          variable="READ_TOKEN"
          value={readingIsOpen ? "open to whoever reaches it" : "with a token"}
        />
        <Pair name="Ticks" variable="RATE_LIMIT_TICK" value={perMinute(rateLimits.tick)} />
        <Pair name="Writes" variable="RATE_LIMIT_WRITE" value={perMinute(rateLimits.write)} />
        <Pair name="Reads" variable="RATE_LIMIT_READ" value={perMinute(rateLimits.read)} />
        <Pair
          name="Other pages"
          variable="CORS_ORIGIN"
          value={corsOrigins === undefined ? "those of its machine" : corsOrigins.join(", ")}
        />
        <Pair name="Behind a proxy" variable="TRUST_PROXY" value={trustProxy ? "yes" : "no"} />
        <Pair
          name="Webhooks go to"
          variable="WEBHOOK_ADDRESSES"
          value={webhookAddresses === "any" ? "any address" : "public addresses"}
        />
      </dl>
    </Card>
  );
}

function Pair({
  name,
  variable,
  value,
}: {
  readonly name: string;
  readonly variable: string;
  readonly value: ReactNode;
}) {
  return (
    <div>
      <dt>
        {name} <code>{variable}</code>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
