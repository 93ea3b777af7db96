/** How the agent is now, and why. */
import { lazy, Suspense, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { getHealth, listUsage, quietRuns, type StateExplanation, type TickPage } from "../../../client";
import { ago, capital, clockIn, count, figure, fullTime, signed } from "../format";
import { faultsOf, standingOf } from "../../../providers/standing";
import { hrefWith } from "../router";
import { useAbout } from "../service/about";
import { useLive } from "../service/live";
import { useRequest } from "../service/rest";
import { FirstSteps } from "./FirstSteps";
import { Ago, Button, Card, Empty, Failure, Loading, Tag, useNow } from "../ui/basics";
import { QuietRun } from "../ui/QuietRun";
import { MoodFigure } from "./MoodFigure";

const History = lazy(() => import("./History"));

const TICK_MS = 300_000;

type TickRow = TickPage["ticks"][number];

export function Now() {
  const { agentName } = useAbout();
  const state = useLive(api.state.get, {});
  const explanation = useLive(api.live.explanation, {});
  const ticks = useLive(api.live.ticks, { limit: 20 });
  const newestTick = ticks.data?.[0];
  if (state.status === "failed") return <Failure error={state.error} />;
  return (
    <div className="view now">
      <section className="hero" aria-label="The agent now">
        <Figure explanation={explanation.data} />
        <div className="hero-words">
          <p className="eyebrow">
            {agentName} {state.data === undefined ? "…" : "feels"}
          </p>
          <h1 aria-live="polite">{state.data === undefined ? "…" : capital(state.data.mood)}</h1>
          {state.data === undefined ? (
            <Loading lines={2} />
          ) : (
            <p className="voice" data-testid="summary">
              {state.data.summary}
            </p>
          )}
          {state.data !== undefined && state.data.updatedAt > 0 && (
            <p className="quiet">
              Changed <Ago at={state.data.updatedAt} />
            </p>
          )}
        </div>
      </section>

      <dl className="facts">
        <Fact
          name="Health"
          value={state.data && figure(state.data.health, 1)}
          unit="of 100"
          testid="health"
        />
        <Fact name="Volatility" value={state.data?.volatility.toFixed(2)} unit="of 1" />
        <LocalTime routine={state.data?.routine} />
        <NextTick ticks={ticks.data} />
      </dl>

      {ticks.data?.length === 0 && <FirstSteps />}

      <Suspense
        fallback={
          <Card title="Health and volatility">
            <Loading lines={6} />
          </Card>
        }
      >
        <History newestTick={newestTick?._id ?? ""} ticks={ticks.data ?? []} />
      </Suspense>

      <div className="columns">
        <Card title="Why">
          {explanation.status === "loading" && <Loading lines={6} />}
          {explanation.status === "failed" && <Failure error={explanation.error} />}
          {explanation.status === "ready" && <Why explanation={explanation.data} />}
        </Card>
        <Status newest={newestTick} />
      </div>

      <Card title="Latest ticks" aside={<a href="#/stream">The whole stream</a>}>
        {ticks.status === "loading" && <Loading />}
        {ticks.data?.length === 0 && (
          <Empty title="No tick yet">
            It comes by itself, or <a href="#/steer">run one now</a>.
          </Empty>
        )}
        <ul className="tick-list">
          {quietRuns(ticks.data ?? [], ({ quietSince }) => quietSince)
            .slice(0, 6)
            .map((run, i) =>
              run.kind === "entry" ? (
                <TickLine key={run.entry._id} tick={run.entry} />
              ) : (
                <QuietTicks key={`${run.since} ${i}`} ticks={run.entries} />
              ),
            )}
        </ul>
      </Card>
    </div>
  );
}

function Figure({ explanation }: { readonly explanation: StateExplanation | undefined }) {
  const [still, setStill] = useState(() => localStorage.getItem("anima.still") === "yes");
  const feeling = {
    valence: explanation?.feeling.valence.value ?? 0,
    arousal: explanation?.feeling.arousal.value ?? 0.25,
  };
  const toggle = (): void => {
    localStorage.setItem("anima.still", still ? "no" : "yes");
    setStill(!still);
  };
  return (
    <div className="figure-box">
      <MoodFigure feeling={feeling} still={still} />
      <Button
        look="quiet"
        className="still-button"
        icon={still ? "play" : "pause"}
        aria-label={still ? "Let the figure move" : "Hold the figure still"}
        onClick={toggle}
      />
    </div>
  );
}

function Fact({
  name,
  value,
  unit,
  testid,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly unit: string;
  readonly testid?: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="fact-value" data-testid={testid}>
          {value ?? "–"}
        </span>
        <span className="fact-unit">{unit}</span>
      </dd>
    </div>
  );
}

function LocalTime({ routine }: { readonly routine: string | undefined }) {
  const now = useNow(10_000);
  const { timeZone } = useAbout();
  return (
    <div>
      <dt>{capital(routine ?? "Local time")}</dt>
      <dd>
        <span className="fact-value">{clockIn(now, timeZone)}</span>
        <span className="fact-unit">{timeZone}</span>
      </dd>
    </div>
  );
}

/** When the clock is to start the next tick, as far as the last ones tell. */
function NextTick({ ticks }: { readonly ticks: readonly TickRow[] | undefined }) {
  const now = useNow(1_000);
  const { autonomy } = useAbout();
  const [value, unit] = nextTick(ticks ?? [], now, autonomy);
  return <Fact name="Next tick" value={value} unit={unit} />;
}

function nextTick(ticks: readonly TickRow[], now: number, autonomy: boolean): [value: string, unit: string] {
  if (ticks[0]?.outcome === "running") return ["now", "a tick is running"];
  if (!autonomy) return ["by hand", "autonomy is off"];
  const last = ticks.find(({ trigger }) => trigger === "schedule" || trigger === "start");
  if (last === undefined) return ["soon", "every 5 min"];
  const left = last.startedAt + TICK_MS - now;
  if (left <= 0) return ["due", "every 5 min"];
  const seconds = Math.ceil(left / 1_000);
  return [`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`, "min"];
}

const HEALTH_PARTS = [
  ["events", "Events and notes"],
  ["tickSuccess", "Ticks that failed"],
  ["providerSuccess", "Model calls that failed"],
  ["punctuality", "Late ticks"],
  ["consolidation", "Memory not yet consolidated"],
  ["limits", "Beyond the bounds"],
] as const;

const FEELINGS = ["valence", "arousal", "curiosity"] as const;

function Why({ explanation }: { readonly explanation: StateExplanation }) {
  const { health, feeling, mood, volatility } = explanation;
  return (
    <div className="why">
      <h3>Feeling</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">Feeling</span>
            </th>
            <th scope="col">temperament</th>
            <th scope="col">days</th>
            <th scope="col">hours</th>
            <th scope="col">now</th>
          </tr>
        </thead>
        <tbody>
          {FEELINGS.map((name) => (
            <tr key={name}>
              <th scope="row">{capital(name)}</th>
              <td>{signed(feeling[name].baseline)}</td>
              <td>{signed(feeling[name].mood)}</td>
              <td>{signed(feeling[name].moment)}</td>
              <td className="sum">{signed(feeling[name].value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">
        Nearest moods:{" "}
        {mood.nearest.map(({ mood: name, distance }) => `${name} ${distance.toFixed(2)}`).join(", ")}. Typical
        move: {volatility.typicalMove.toFixed(3)}.
      </p>
      <h3>Health</h3>
      <ul className="parts">
        <Part name="From full health" value={health.full} largest={100} />
        {HEALTH_PARTS.filter(([name]) => health[name] !== 0).map(([name, label]) => (
          <Part key={name} name={label} value={health[name]} largest={100} />
        ))}
        <li className="sum">
          <span>Health</span>
          <span className="bar" />
          <span className="figure">{health.value.toFixed(2)}</span>
        </li>
      </ul>
    </div>
  );
}

function Part({
  name,
  value,
  largest,
}: {
  readonly name: string;
  readonly value: number;
  readonly largest: number;
}) {
  return (
    <li>
      <span>{name}</span>
      <span className={`bar ${value < 0 ? "loss" : "gain"}`}>
        <span style={{ width: `${Math.min(100, (100 * Math.abs(value)) / largest)}%` }} />
      </span>
      <span className="figure">{signed(value)}</span>
    </li>
  );
}

const CHECKS: { readonly [name: string]: string } = {
  model: "Language model",
  tick: "Last tick",
  schedule: "Schedule",
  lock: "Lock",
  embedding: "Embeddings",
};

/** Without a model the agent keeps a journal, which is a way to run and no fault. */
function Standing({ standing }: { readonly standing: ReturnType<typeof standingOf> }) {
  const tone = { ok: "good", journal: "", degraded: "warn" }[standing];
  return <Tag tone={tone}>{standing}</Tag>;
}

/** Whether a check says that nothing is set, rather than that something fails. */
function isByChoice(said: string): boolean {
  return said !== "ok" && faultsOf({ said }).length === 0;
}

function ByChoice({ said }: { readonly said: string }) {
  return (
    <>
      {said === "lexical" ? "none: search goes by words." : "none: the agent keeps a journal."}{" "}
      <a href="#/settings">Set one up</a>
    </>
  );
}

/** The service's own health. It is asked again after every tick. */
function Status({ newest }: { readonly newest: TickRow | undefined }) {
  const health = useRequest(`health ${newest?._id} ${newest?.outcome}`, (service, signal) =>
    getHealth(service, { signal }),
  );
  const usage = useRequest(`usage ${newest?._id} ${newest?.outcome}`, (service, signal) =>
    listUsage(service, { limit: 1 }, { signal }),
  );
  const today = usage.data?.days[0];
  return (
    <Card title="Service" aside={health.data && <Standing standing={standingOf(health.data)} />}>
      {health.data === undefined && health.error !== null && (
        <Failure error={health.error} retry={health.reload} />
      )}
      {health.data === undefined && health.error === null && <Loading lines={6} />}
      {health.data !== undefined && (
        <>
          <ul className="checks">
            {Object.entries(health.data.checks).map(([name, said]) => (
              <li key={name} className={said === "ok" ? "good" : isByChoice(said) ? "" : "warn"}>
                <span>{CHECKS[name] ?? capital(name)}</span>
                <span>{isByChoice(said) ? <ByChoice said={said} /> : said}</span>
              </li>
            ))}
          </ul>
          <dl className="pairs">
            {health.data.reembedding !== undefined && (
              <div>
                <dt>Embedded anew</dt>
                <dd>
                  {health.data.reembedding.done.toLocaleString()} of{" "}
                  {health.data.reembedding.total.toLocaleString()} memories and thoughts
                </dd>
              </div>
            )}
            <div>
              <dt>Model</dt>
              <dd>{health.data.model === "reflex" ? "none" : health.data.model}</dd>
            </div>
            <div>
              <dt>Ticks</dt>
              <dd>{count(health.data.tickCount)}</dd>
            </div>
            {today !== undefined && (
              <div>
                <dt>Tokens on {today.day}</dt>
                <dd>{count(today.tokens)}</dd>
              </div>
            )}
            <div>
              <dt>Version</dt>
              <dd>{health.data.version}</dd>
            </div>
          </dl>
        </>
      )}
    </Card>
  );
}

function QuietTicks({ ticks }: { readonly ticks: readonly [TickRow, ...TickRow[]] }) {
  return (
    <QuietRun words={ticks[0].summary} ticks={ticks.length} line={(button) => <li>{button}</li>}>
      {ticks.map((tick) => (
        <TickLine key={tick._id} tick={tick} />
      ))}
    </QuietRun>
  );
}

function TickLine({ tick }: { readonly tick: TickRow }) {
  const now = useNow();
  const { _id, outcome, summary, error, trigger, startedAt } = tick;
  return (
    <li>
      <a href={hrefWith("tick", _id)}>
        <Tag tone={outcome === "succeeded" ? "good" : outcome === "running" ? "" : "warn"}>{outcome}</Tag>
        <span className="tick-words">
          {summary ?? error ?? (outcome === "running" ? "Thinking…" : "No words")}
        </span>
        <span className="quiet" title={fullTime(startedAt)}>
          {trigger} · {ago(startedAt, now)}
        </span>
      </a>
    </li>
  );
}
