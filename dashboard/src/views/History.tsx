/** Health and volatility over a day or a week, with ticks and events marked. */
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import {
  listEvents,
  readStateHistory,
  type EventPage,
  type StateHistory,
  type TickPage,
} from "../../../client";
import { dateTime } from "../format";
import { useRequest } from "../service/rest";
import { Card, Empty, Failure, Loading } from "../ui/basics";
import { Toggles } from "../ui/Toggles";

const SPANS = { day: 86_400_000, week: 7 * 86_400_000 } as const;
type Span = keyof typeof SPANS;

interface Props {
  /** A new one loads the history again. */
  readonly newestTick: string;
  readonly ticks: TickPage["ticks"];
}

export default function History({ newestTick, ticks }: Props) {
  const [span, setSpan] = useState<Span>("day");
  const outcome = ticks[0]?.outcome ?? "";
  const history = useRequest(`${span} ${newestTick} ${outcome}`, async (service, signal) => {
    const until = Date.now() + 1;
    const since = until - SPANS[span];
    const [{ points }, { events }] = await Promise.all([
      readStateHistory(service, { since, until, parts: 144 }, { signal }),
      listEvents(service, { scope: "*", since, limit: 100 }, { signal }),
    ]);
    return { points, events, since, until };
  });
  const { data, error } = history;
  return (
    <Card
      title="Health and volatility"
      aside={
        <Toggles
          label="Span of time"
          options={[
            ["day", "Day"],
            ["week", "Week"],
          ]}
          pressed={(one) => one === span}
          onPress={setSpan}
        />
      }
    >
      {error !== null && data === undefined && <Failure error={error} retry={history.reload} />}
      {error === null && data === undefined && <Loading lines={6} />}
      {data !== undefined && data.points.length === 0 && (
        <Empty title={`No tick in the last ${span}`}>The curves begin with the first tick.</Empty>
      )}
      {data !== undefined && data.points.length > 0 && <Chart {...data} />}
    </Card>
  );
}

interface ChartProps {
  readonly points: StateHistory["points"];
  readonly events: EventPage["events"];
  readonly since: number;
  readonly until: number;
}

const HEIGHT = 220;

function Chart({ points, events, since, until }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme((before) => before + 1));
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const changed = (): void => setTheme((before) => before + 1);
    dark.addEventListener("change", changed);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", changed);
    };
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const colors = getComputedStyle(element);
    const color = (name: string): string => resolved(element, colors.getPropertyValue(name));
    const muted = color("--muted");
    const line = color("--line");
    const axis = {
      stroke: muted,
      grid: { stroke: line, width: 1 },
      ticks: { show: false },
      font: "12px Figtree Variable",
    };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { y: false },
        legend: { live: true },
        scales: {
          x: { range: [since / 1_000, until / 1_000] },
          health: { range: [0, 100] },
          volatility: { range: [0, 1] },
        },
        axes: [
          { ...axis, grid: { show: false } },
          { ...axis, scale: "health", size: 36 },
          { ...axis, scale: "volatility", side: 1, size: 36, grid: { show: false } },
        ],
        series: [
          { value: (_, at) => (at === null ? "" : dateTime(at * 1_000)), label: "Tick" },
          {
            label: "Health",
            scale: "health",
            stroke: color("--accent"),
            width: 2,
            points: { size: 5, fill: color("--accent"), show: points.length < 200 },
            value: (_, value) => value?.toFixed(1) ?? "–",
          },
          {
            label: "Volatility",
            scale: "volatility",
            stroke: color("--second"),
            width: 2,
            dash: [5, 4],
            points: { size: 4, fill: color("--second") },
            value: (_, value) => value?.toFixed(2) ?? "–",
          },
        ],
        hooks: { draw: [(plot) => markEvents(plot, events, color("--mark"))] },
      },
      [
        points.map(({ timestamp }) => timestamp / 1_000),
        points.map(({ health }) => health),
        points.map(({ volatility }) => volatility ?? null),
      ],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [points, events, since, until, theme]);
  const healths = points.map(({ health }) => health);
  return (
    <>
      <div
        ref={box}
        className="chart"
        role="img"
        aria-label={`Health between ${Math.min(...healths).toFixed(1)} and ${Math.max(...healths).toFixed(1)}, now ${healths.at(-1)?.toFixed(1)}; volatility now ${points.at(-1)?.volatility?.toFixed(2) ?? "unknown"}; ${events.length} events.`}
      />
      <p className="chart-key quiet">
        <span className="dot" aria-hidden="true" /> a tick <span className="stem" aria-hidden="true" /> an
        event or a note
        {events.length === 100 && " (the newest 100)"}
      </p>
    </>
  );
}

/** Short stems at the bottom, where events came in. */
function markEvents(plot: uPlot, events: EventPage["events"], color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 2 * devicePixelRatio;
  for (const { receivedAt } of events) {
    const x = plot.valToPos(receivedAt / 1_000, "x", true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x, bbox.top + bbox.height - 12 * devicePixelRatio);
    ctx.stroke();
  }
  ctx.restore();
}

/** A canvas knows no `light-dark()`: the colour as the element computes it. */
function resolved(element: HTMLElement, color: string): string {
  const probe = document.createElement("span");
  probe.style.color = color;
  element.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
