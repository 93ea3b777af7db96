/** Measures the host over the network: HTTP actions under load, and updates to subscribers. */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { subscribe } from "../../../test/support/live";
import { until } from "../../../test/support/until";
import { figure, inRounds, quantile, type Figure } from "../../../scripts/bench/figure";
import { requestsPerSecond } from "../../../scripts/bench/load";
import type { SubjectProcess } from "./child";

const ROUNDS = 5;
const LOAD = { connections: 16, durationMs: 400 };
/** The server and engine need this long to be optimized by V8. */
const WARM_UP_MS = 2_000;
const CHANGES_A_ROUND = 100;

const current = makeFunctionReference<"query", Record<string, never>, number>("live:current");
const change = makeFunctionReference<"mutation", { at: number }, null>("live:change");

/** Requests per second of HTTP actions that run nothing, one query, or one mutation. */
export async function httpActions(host: SubjectProcess): Promise<Figure[]> {
  const rounds = async (name: string, method: "GET" | "POST", path: string): Promise<Figure> => {
    const round = (durationMs: number): Promise<number> =>
      requestsPerSecond(`${host.url}${path}`, { ...LOAD, durationMs, method });
    await round(WARM_UP_MS);
    return figure(name, "req/s", await inRounds(ROUNDS, () => round(LOAD.durationMs)));
  };
  return [
    await rounds("HTTP action, plain", "GET", "/plain"),
    await rounds("HTTP action with one query", "GET", "/newest"),
    await rounds("HTTP action with one mutation", "POST", "/insert"),
  ];
}

/** Time from calling a mutation to the changed result at the last subscriber. */
export async function toSubscribers(host: SubjectProcess, subscribers: number): Promise<Figure[]> {
  const writer = new ConvexClient(host.url, {
    // Node 20 has no built-in WebSocket.
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    logger: false,
  });
  const readers = Array.from({ length: subscribers }, () => subscribe(host.url, current, {}));
  let last = 0;
  const once = async (): Promise<number> => {
    const arrived = Promise.all(readers.map((reader) => reader.next()));
    const startedAt = performance.now();
    await writer.mutation(change, { at: ++last });
    return Math.max(...(await arrived)) - startedAt;
  };
  try {
    await until("the first results", () => readers.every(({ results }) => results.length > 0));
    last = Math.max(...readers.flatMap(({ results }) => results));
    const rounds: number[][] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      rounds.push(await inRounds(CHANGES_A_ROUND, once));
    }
    // The first round warms up.
    const measured = rounds.slice(1);
    const name = subscribers === 1 ? "mutation to a subscriber" : `mutation to the last of ${subscribers}`;
    return [0.5, 0.99].map((share) =>
      figure(
        `${name}, p${share * 100}`,
        "ms",
        measured.map((round) => quantile(round, share)),
      ),
    );
  } finally {
    await Promise.all([writer.close(), ...readers.map((reader) => reader.close())]);
  }
}
