/** The workload of one run: batched writes, session writes, removals, ordered and cancelled jobs. */
import * as z from "zod";
import { send } from "../../../../test/support/request";
import type { History, Order, OrderKind } from "./history";
import type { SyncSession } from "./syncSession";

/** Maximum removals per run. */
const REMOVALS = 30;
const SESSION_WRITES = 12;
const ORDERS = 10;
const PARTITIONS = ["north", "south", "east"] as const;
const KINDS: readonly OrderKind[] = ["mutation", "mutation", "action", "action", "failing"];
/** Some jobs are due immediately, some in the next run. */
const MAX_DELAY_MS = 400;

const written = z.object({ id: z.string(), n: z.number() });
const success = z.object({ status: z.literal("success"), value: z.json() });

export interface Workload {
  readonly url: string;
  /** Unique across runs. */
  readonly run: number;
  readonly history: History;
  readonly sessions: readonly SyncSession[];
  readonly random: () => number;
  /** Concurrent writes. */
  readonly batch: number;
  /** Called synchronously after each HTTP answer. */
  readonly onAnswer: () => void;
}

/** Runs all requests concurrently; resolves when each was answered or failed with the host. */
export async function runWorkload(workload: Workload): Promise<void> {
  const { url, run, history, sessions, random, batch } = workload;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  for (const session of sessions) {
    session.connect(url);
    for (let i = 0; i < SESSION_WRITES; i++) {
      const request = session.nextRequest;
      const key = `${session.id} ${request}`;
      session.mutate("items:write", { key, partition: pick(PARTITIONS) ?? "", session: session.id, request });
    }
  }
  const calls: Promise<void>[] = [];
  for (const key of history.liveKeys().slice(0, Math.floor(random() * REMOVALS)))
    calls.push(remove(workload, key));
  for (let i = 0; i < ORDERS; i++) {
    const delayMs = random() < 0.5 ? 0 : Math.floor(random() * MAX_DELAY_MS);
    calls.push(order(workload, `order ${run}.${i}`, pick(KINDS) ?? "mutation", delayMs));
  }
  const cancellable = [...history.orders].filter(([, { wasCancelled }]) => wasCancelled === null);
  for (const [key] of cancellable.slice(-ORDERS)) if (random() < 0.3) calls.push(cancel(workload, key));
  for (let i = 0; i < batch; i++) calls.push(write(workload, `item ${run}.${i}`, pick(PARTITIONS) ?? ""));
  await Promise.all(calls);
}

async function write(workload: Workload, key: string, partition: string): Promise<void> {
  const entry = { partition, answer: null as z.infer<typeof written> | null, removal: "none" as const };
  workload.history.writes.set(key, entry);
  const value = await mutate(workload, "items:write", { key, partition });
  if (value !== undefined) entry.answer = written.parse(value);
  if (value !== undefined) workload.onAnswer();
}

async function remove(workload: Workload, key: string): Promise<void> {
  const entry = workload.history.writes.get(key);
  if (entry === undefined) return;
  entry.removal = "requested";
  const value = await mutate(workload, "items:remove", { key });
  if (value === undefined) return;
  if (value !== true) workload.history.problems.push(`${key} was missing when removed`);
  entry.removal = "done";
  workload.onAnswer();
}

async function order(workload: Workload, key: string, kind: OrderKind, delayMs: number): Promise<void> {
  const entry: Order = { kind, isAnswered: false, wasCancelled: null };
  workload.history.orders.set(key, entry);
  if ((await mutate(workload, "orders:place", { key, kind, delayMs })) === undefined) return;
  entry.isAnswered = true;
  workload.onAnswer();
}

async function cancel(workload: Workload, key: string): Promise<void> {
  const value = await mutate(workload, "orders:cancel", { key });
  const entry = workload.history.orders.get(key);
  if (value === undefined || entry === undefined) return;
  if (value === true) entry.wasCancelled = true;
  workload.onAnswer();
}

/** The value of a mutation; `undefined` if the host crashed. An error is recorded as a problem. */
async function mutate(
  { url, history }: Workload,
  path: string,
  args: Readonly<Record<string, string | number>>,
): Promise<z.infer<typeof success>["value"] | undefined> {
  const answer = await send("POST", `${url}/api/mutation`, {
    path,
    args,
    format: "convex_encoded_json",
  }).catch(() => null);
  if (answer === null) return undefined;
  const parsed = success.safeParse(answer.json);
  if (parsed.success) return parsed.data.value;
  history.problems.push(`${path} failed with ${answer.status}: ${answer.text.slice(0, 300)}`);
  return undefined;
}
