/** What clients do to one life of a host: writes in a batch and by session, erasing, jobs ordered and cancelled. */
import * as z from "zod";
import { send } from "../support/request";
import type { Ledger, Order, OrderKind } from "./history";
import type { SyncSession } from "./syncSession";

/** Deeds that are erased in one life, at most. */
const ERASURES = 30;
const SESSION_WRITES = 12;
const ORDERS = 10;
const LANES = ["north", "south", "east"] as const;
const KINDS: readonly OrderKind[] = ["mutation", "mutation", "action", "action", "failing"];
/** Some jobs are due at once, some in the next life. */
const MAX_DELAY_MS = 400;

const written = z.object({ id: z.string(), n: z.number() });
const success = z.object({ status: z.literal("success"), value: z.json() });

export interface Traffic {
  readonly url: string;
  /** Unique among the lives. */
  readonly life: number;
  readonly ledger: Ledger;
  readonly sessions: readonly SyncSession[];
  readonly random: () => number;
  /** Writes that are under way at once. */
  readonly batch: number;
  /** Called after each answer over HTTP, before anything else can happen. */
  readonly onAnswer: () => void;
}

/** Runs all of it side by side; resolves when everything was answered, or broke off with the host. */
export async function makeTraffic(traffic: Traffic): Promise<void> {
  const { url, life, ledger, sessions, random, batch } = traffic;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  for (const session of sessions) {
    session.connect(url);
    for (let i = 0; i < SESSION_WRITES; i++) {
      const request = session.nextRequest;
      const key = `${session.id} ${request}`;
      session.mutate("deeds:write", { key, lane: pick(LANES) ?? "", session: session.id, request });
    }
  }
  const calls: Promise<void>[] = [];
  for (const key of ledger.standing().slice(0, Math.floor(random() * ERASURES)))
    calls.push(erase(traffic, key));
  for (let i = 0; i < ORDERS; i++) {
    const delayMs = random() < 0.5 ? 0 : Math.floor(random() * MAX_DELAY_MS);
    calls.push(order(traffic, `order ${life}.${i}`, pick(KINDS) ?? "mutation", delayMs));
  }
  const cancellable = [...ledger.orders].filter(([, { wasCancelled }]) => wasCancelled === null);
  for (const [key] of cancellable.slice(-ORDERS)) if (random() < 0.3) calls.push(cancel(traffic, key));
  for (let i = 0; i < batch; i++) calls.push(write(traffic, `deed ${life}.${i}`, pick(LANES) ?? ""));
  await Promise.all(calls);
}

async function write(traffic: Traffic, key: string, lane: string): Promise<void> {
  const entry = { lane, answer: null as z.infer<typeof written> | null, erasure: "none" as const };
  traffic.ledger.writes.set(key, entry);
  const value = await mutate(traffic, "deeds:write", { key, lane });
  if (value !== undefined) entry.answer = written.parse(value);
  if (value !== undefined) traffic.onAnswer();
}

async function erase(traffic: Traffic, key: string): Promise<void> {
  const entry = traffic.ledger.writes.get(key);
  if (entry === undefined) return;
  entry.erasure = "asked";
  const value = await mutate(traffic, "deeds:erase", { key });
  if (value === undefined) return;
  if (value !== true) traffic.ledger.problems.push(`${key} was not there to be erased`);
  entry.erasure = "done";
  traffic.onAnswer();
}

async function order(traffic: Traffic, key: string, kind: OrderKind, delayMs: number): Promise<void> {
  const entry: Order = { kind, isAnswered: false, wasCancelled: null };
  traffic.ledger.orders.set(key, entry);
  if ((await mutate(traffic, "orders:place", { key, kind, delayMs })) === undefined) return;
  entry.isAnswered = true;
  traffic.onAnswer();
}

async function cancel(traffic: Traffic, key: string): Promise<void> {
  const value = await mutate(traffic, "orders:cancel", { key });
  const entry = traffic.ledger.orders.get(key);
  if (value === undefined || entry === undefined) return;
  if (value === true) entry.wasCancelled = true;
  traffic.onAnswer();
}

/** The value of a mutation; `undefined` where the host died over it. A refusal is a problem. */
async function mutate(
  { url, ledger }: Traffic,
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
  ledger.problems.push(`${path} was refused with ${answer.status}: ${answer.text.slice(0, 300)}`);
  return undefined;
}
