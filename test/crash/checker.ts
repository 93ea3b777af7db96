/** What the hosts have answered against what they have stored: the promises of the fixture app. */
import * as z from "zod";
import {
  checkAggregate,
  type Finding,
  type PlacedDocument,
  type Report,
} from "../host/invariants";
import type { Ledger, Order } from "./history";
import type { SessionAnswer, SyncSession } from "./syncSession";

const deedRow = z.object({
  _id: z.string(),
  key: z.string(),
  lane: z.string(),
  n: z.number(),
  at: z.object({ $integer: z.string() }),
  session: z.string().optional(),
  request: z.number().optional(),
});
type Deed = z.infer<typeof deedRow>;
const laneRow = z.object({ name: z.string(), count: z.number() });
const orderRow = z.object({
  _id: z.string(),
  key: z.string(),
  kind: z.string(),
  job: z.string(),
  isCancelled: z.boolean(),
});
const deliveryRow = z.object({ key: z.string(), stage: z.enum(["done", "begun", "ended"]) });
const beatRow = z.object({ cron: z.string(), stage: z.string() });
const jobRow = z.object({
  _id: z.string(),
  state: z.object({ kind: z.string(), error: z.string().optional() }),
});
const answerValue = z.object({ id: z.string(), n: z.number() });

/** What there is to compare. */
export interface Evidence {
  /** The answers that the host keeps for sessions, by session and request: "<session> <request>". */
  readonly kept: ReadonlyMap<string, SessionAnswer>;
  readonly documents: readonly PlacedDocument[];
  readonly ledger: Ledger;
  readonly sessions: readonly SyncSession[];
  /** Every job has ended, and every request of a session was answered. */
  readonly isSettled: boolean;
  /** Since the first start, in seconds: no interval of a second had more turns than that. */
  readonly ageS: number;
}

/** Reports every promise that was broken. */
export function checkPromises(evidence: Evidence): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (rule, detail) => void findings.push({ rule, detail });
  for (const problem of evidence.ledger.problems) report("session", problem);
  const deeds = rowsOf(evidence.documents, "deeds", deedRow);
  checkWrites(evidence, deeds, report);
  checkLanes(evidence, deeds, report);
  checkTimestamps(deeds, report);
  checkSessions(evidence, deeds, report);
  checkOrders(evidence, report);
  checkBeats(evidence, report);
  return findings;
}

function rowsOf<T>(documents: readonly PlacedDocument[], table: string, row: z.ZodType<T>): T[] {
  return documents
    .filter(({ tablet }) => tablet.componentPath === "" && tablet.name === table)
    .map(({ document }) => row.parse(document));
}

/** Every write that was answered is there once, as answered, and none is there twice. */
function checkWrites({ ledger }: Evidence, deeds: readonly Deed[], report: Report): void {
  const byKey = groupBy(deeds, ({ key }) => key);
  for (const [key, found] of byKey) {
    if (found.length > 1) report("document", `${key} is written ${found.length} times`);
    if (found[0]?.session === undefined && !ledger.writes.has(key))
      report("document", `nobody asked for ${key}`);
  }
  for (const [key, { answer, erasure }] of ledger.writes) {
    const deed = byKey.get(key)?.[0];
    if (answer !== null && deed === undefined && erasure === "none") report("document", `${key} is lost`);
    if (deed === undefined || answer === null) continue;
    if (erasure === "done") report("document", `${key} is there after it was erased`);
    if (deed._id !== answer.id || deed.n !== answer.n) report("document", `${key} is not as it was answered`);
  }
}

/** The numbers of a lane have no gap and no repeat, and its aggregate holds exactly its deeds. */
function checkLanes({ documents, ledger }: Evidence, deeds: readonly Deed[], report: Report): void {
  const counted = checkAggregate(documents, "counts", report);
  const byLane = groupBy(deeds, ({ lane }) => lane);
  for (const { name, count } of rowsOf(documents, "lanes", laneRow)) {
    const own = byLane.get(name) ?? [];
    const keys = new Set(own.map(({ key }) => key));
    const numbers = own.map(({ n }) => n);
    for (const [key, { lane, answer, erasure }] of ledger.writes)
      if (lane === name && answer !== null && erasure !== "none" && !keys.has(key)) numbers.push(answer.n);
    numbers.sort((a, b) => a - b);
    if (numbers.length !== count || numbers.some((n, i) => n !== i + 1))
      report("document", `lane ${name} has counted ${count} and has the numbers of ${numbers.length}`);
    const ids = new Set(counted.get(JSON.stringify(name)));
    if (ids.size !== own.length || own.some(({ _id }) => !ids.has(_id)))
      report("aggregate", `lane ${name} has ${own.length} deeds, and ${ids.size} in its aggregate`);
  }
}

/** Commit timestamps rise with every commit, over all lives. */
function checkTimestamps(deeds: readonly Deed[], report: Report): void {
  let last = 0n;
  for (const { key, at } of deeds) {
    const ts = int64(at.$integer);
    if (ts <= last) report("clock", `${key} was committed no later than the one before it`);
    last = ts;
  }
}

/** What a session was answered is what was committed; every request of it ran once. */
function checkSessions(
  { kept, sessions, isSettled }: Evidence,
  deeds: readonly Deed[],
  report: Report,
): void {
  const effects = groupBy(
    deeds.filter(({ session }) => session !== undefined),
    ({ session, request }) => `${session} ${request}`,
  );
  for (const [request, { value, ts }] of kept) {
    const answer = answerValue.parse(JSON.parse(value));
    const [deed, ...more] = effects.get(request) ?? [];
    if (deed?._id !== answer.id || deed.n !== answer.n || int64(deed.at.$integer) !== ts || more.length > 0)
      report("session", `the answer to ${request} is not what was committed`);
  }
  for (const request of effects.keys())
    if (!kept.has(request)) report("session", `the answer to ${request} is lost`);
  for (const session of sessions) {
    for (const problem of session.problems) report("session", `session ${session.id} ${problem}`);
    for (const [request, answer] of session.answers) {
      const stored = kept.get(`${session.id} ${request}`);
      const isSame = stored?.ts === answer.ts && JSON.stringify(JSON.parse(stored.value)) === answer.value;
      if (!isSame) report("session", `session ${session.id} was answered otherwise to ${request}`);
    }
    if (isSettled && session.unanswered > 0) report("session", `session ${session.id} waits for answers`);
  }
}

/** Every job of a mutation ran once, of an action at most once, and a cancelled one never. */
function checkOrders({ documents, ledger, isSettled }: Evidence, report: Report): void {
  const orders = rowsOf(documents, "orders", orderRow);
  const jobs = new Map(rowsOf(documents, "_scheduled_functions", jobRow).map((job) => [job._id, job.state]));
  const deliveries = groupBy(rowsOf(documents, "deliveries", deliveryRow), ({ key }) => key);
  const stored = new Map(orders.map((order) => [order.key, order]));
  if (stored.size !== orders.length) report("document", "an order is there twice");
  for (const [key, { isAnswered, wasCancelled }] of ledger.orders) {
    if (isAnswered && !stored.has(key)) report("job", `order ${key} is lost`);
    if (wasCancelled === true && stored.get(key)?.isCancelled !== true)
      report("job", `the cancelling of order ${key} is lost`);
  }
  for (const key of deliveries.keys()) if (!stored.has(key)) report("job", `nobody ordered ${key}`);
  for (const { key, kind, job, isCancelled } of orders) {
    const state = jobs.get(job);
    const stages = (deliveries.get(key) ?? []).map(({ stage }) => stage).join(" ");
    const ledgered = ledger.orders.get(key);
    if (state === undefined || ledgered === undefined || ledgered.kind !== kind) {
      report("job", `order ${key} has no job, or was not asked for`);
    } else if (isCancelled !== (state.kind === "canceled")) {
      report("job", `order ${key} is ${state.kind}, and ${isCancelled ? "" : "not "}cancelled`);
    } else if (!mayHave(ledgered.kind, state.kind).includes(stages)) {
      report("job", `order ${key} (${kind}) is ${state.kind} and has "${stages}"`);
    }
    const hasEnded = state?.kind !== "pending" && state?.kind !== "inProgress";
    if (isSettled && !hasEnded) report("job", `order ${key} is still ${state?.kind}`);
  }
  const tallied = new Set([...checkAggregate(documents, "tally", report).values()].flat());
  const ids = new Set<unknown>(orders.map(({ _id }) => _id));
  if ([...tallied].some((id) => !ids.has(id)) || (isSettled && tallied.size !== ids.size))
    report("aggregate", `there are ${ids.size} orders, and ${tallied.size} in the tally`);
}

/** Which deliveries an order may have had, in their order, by the state of its job. */
function mayHave(kind: Order["kind"], state: string): string[] {
  if (state === "pending" || state === "canceled") return [""];
  switch (kind) {
    case "mutation":
      return state === "success" ? ["done"] : [];
    case "failing":
      return state === "failed" ? [""] : [];
    case "action":
      return state === "success" ? ["begun ended"] : ["", "begun", "begun ended"];
  }
}

/** No turn of a cron was taken twice. */
function checkBeats({ documents, ageS }: Evidence, report: Report): void {
  const beats = rowsOf(documents, "beats", beatRow);
  const count = (cron: string, stage: string): number =>
    beats.filter((beat) => beat.cron === cron && beat.stage === stage).length;
  // One more for the turn at the very start.
  const most = Math.floor(ageS) + 1;
  for (const [cron, stage] of [
    ["mutation", "done"],
    ["action", "begun"],
  ] as const) {
    if (count(cron, stage) > most) report("job", `cron ${cron} ran ${count(cron, stage)} times in ${ageS} s`);
  }
  if (count("action", "done") > count("action", "begun")) report("job", "an action of a cron ended twice");
}

/** The value of a base64 little-endian int64. */
function int64(base64: string): bigint {
  return Buffer.from(base64, "base64").readBigInt64LE();
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
