/** Checks the stored data against the recorded history: the fixture app's invariants. */
import * as z from "zod";
import { type CheckedDocument, type Finding, type Report, checkAggregate } from "convex-on-sqlite/testing";
import type { History, Order } from "./history";
import type { SessionAnswer, SyncSession } from "./syncSession";

const itemRow = z.object({
  _id: z.string(),
  key: z.string(),
  partition: z.string(),
  n: z.number(),
  at: z.object({ $integer: z.string() }),
  session: z.string().optional(),
  request: z.number().optional(),
});
type Item = z.infer<typeof itemRow>;
const partitionRow = z.object({ name: z.string(), count: z.number() });
const orderRow = z.object({
  _id: z.string(),
  key: z.string(),
  kind: z.string(),
  job: z.string(),
  isCancelled: z.boolean(),
});
const deliveryRow = z.object({ key: z.string(), stage: z.enum(["done", "started", "ended"]) });
const cronRunRow = z.object({ cron: z.string(), stage: z.string() });
const jobRow = z.object({
  _id: z.string(),
  state: z.object({ kind: z.string(), error: z.string().optional() }),
});
const answerValue = z.object({ id: z.string(), n: z.number() });

/** The input of the checks. */
export interface Observations {
  /** The stored results of sessions, by "<session> <request>". */
  readonly kept: ReadonlyMap<string, SessionAnswer>;
  readonly documents: readonly CheckedDocument[];
  readonly history: History;
  readonly sessions: readonly SyncSession[];
  /** Whether every job has ended and every session request was answered. */
  readonly isSettled: boolean;
  /** Seconds since the first start: no cron with an interval of a second ran more often. */
  readonly ageS: number;
}

/** Reports every violated invariant. */
export function checkHistory(observations: Observations): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (rule, detail) => void findings.push({ rule, detail });
  for (const problem of observations.history.problems) report("session", problem);
  const items = rowsOf(observations.documents, "items", itemRow);
  checkWrites(observations, items, report);
  checkPartitions(observations, items, report);
  checkTimestamps(items, report);
  checkSessions(observations, items, report);
  checkOrders(observations, report);
  checkCronRuns(observations, report);
  return findings;
}

function rowsOf<T>(documents: readonly CheckedDocument[], table: string, row: z.ZodType<T>): T[] {
  return documents
    .filter(({ tablet }) => tablet.componentPath === "" && tablet.name === table)
    .map(({ document }) => row.parse(document));
}

/** Every answered write is stored once, as answered, and no write is stored twice. */
function checkWrites({ history }: Observations, items: readonly Item[], report: Report): void {
  const byKey = groupBy(items, ({ key }) => key);
  for (const [key, found] of byKey) {
    if (found.length > 1) report("document", `${key} is written ${found.length} times`);
    if (found[0]?.session === undefined && !history.writes.has(key))
      report("document", `${key} was never requested`);
  }
  for (const [key, { answer, removal }] of history.writes) {
    const item = byKey.get(key)?.[0];
    if (answer !== null && item === undefined && removal === "none") report("document", `${key} is lost`);
    if (item === undefined || answer === null) continue;
    if (removal === "done") report("document", `${key} exists after it was removed`);
    if (item._id !== answer.id || item.n !== answer.n) report("document", `${key} differs from its answer`);
  }
}

/** The numbers of a partition have no gaps and no duplicates, and its aggregate contains exactly its items. */
function checkPartitions({ documents, history }: Observations, items: readonly Item[], report: Report): void {
  const counted = checkAggregate(documents, "counts", report);
  const byPartition = groupBy(items, ({ partition }) => partition);
  for (const { name, count } of rowsOf(documents, "partitions", partitionRow)) {
    const own = byPartition.get(name) ?? [];
    const keys = new Set(own.map(({ key }) => key));
    const numbers = own.map(({ n }) => n);
    for (const [key, { partition, answer, removal }] of history.writes)
      if (partition === name && answer !== null && removal !== "none" && !keys.has(key))
        numbers.push(answer.n);
    numbers.sort((a, b) => a - b);
    if (numbers.length !== count || numbers.some((n, i) => n !== i + 1))
      report("document", `partition ${name} counts ${count} items and has ${numbers.length} numbers`);
    const ids = new Set(counted.get(JSON.stringify(name)));
    if (ids.size !== own.length || own.some(({ _id }) => !ids.has(_id)))
      report("aggregate", `partition ${name} has ${own.length} items, and ${ids.size} in its aggregate`);
  }
}

/** Commit timestamps increase with every commit, across all runs. */
function checkTimestamps(items: readonly Item[], report: Report): void {
  let last = 0n;
  for (const { key, at } of items) {
    const ts = int64(at.$integer);
    if (ts <= last) report("clock", `${key} was committed no later than the one before it`);
    last = ts;
  }
}

/** The answers of a session match the commits; every request ran once. */
function checkSessions(
  { kept, sessions, isSettled }: Observations,
  items: readonly Item[],
  report: Report,
): void {
  const effects = groupBy(
    items.filter(({ session }) => session !== undefined),
    ({ session, request }) => `${session} ${request}`,
  );
  for (const [request, { value, ts }] of kept) {
    const answer = answerValue.parse(JSON.parse(value));
    const [item, ...more] = effects.get(request) ?? [];
    if (item?._id !== answer.id || item.n !== answer.n || int64(item.at.$integer) !== ts || more.length > 0)
      report("session", `the answer to ${request} is not what was committed`);
  }
  for (const request of effects.keys())
    if (!kept.has(request)) report("session", `the answer to ${request} is lost`);
  for (const session of sessions) {
    for (const problem of session.problems) report("session", `session ${session.id} ${problem}`);
    for (const [request, answer] of session.answers) {
      const stored = kept.get(`${session.id} ${request}`);
      const isSame = stored?.ts === answer.ts && JSON.stringify(JSON.parse(stored.value)) === answer.value;
      if (!isSame) report("session", `session ${session.id} got another answer to ${request}`);
    }
    if (isSettled && session.unanswered > 0) report("session", `session ${session.id} waits for answers`);
  }
}

/** Every mutation job ran once, every action job at most once, and a cancelled one never. */
function checkOrders({ documents, history, isSettled }: Observations, report: Report): void {
  const orders = rowsOf(documents, "orders", orderRow);
  const jobs = new Map(rowsOf(documents, "_scheduled_functions", jobRow).map((job) => [job._id, job.state]));
  const deliveries = groupBy(rowsOf(documents, "deliveries", deliveryRow), ({ key }) => key);
  const stored = new Map(orders.map((order) => [order.key, order]));
  if (stored.size !== orders.length) report("document", "an order is a duplicate");
  for (const [key, { isAnswered, wasCancelled }] of history.orders) {
    if (isAnswered && !stored.has(key)) report("job", `order ${key} is lost`);
    if (wasCancelled === true && stored.get(key)?.isCancelled !== true)
      report("job", `the cancelling of order ${key} is lost`);
  }
  for (const key of deliveries.keys()) if (!stored.has(key)) report("job", `${key} was never ordered`);
  for (const { key, kind, job, isCancelled } of orders) {
    const state = jobs.get(job);
    const stages = (deliveries.get(key) ?? []).map(({ stage }) => stage).join(" ");
    const recorded = history.orders.get(key);
    if (state === undefined || recorded === undefined || recorded.kind !== kind) {
      report("job", `order ${key} has no job, or was never requested`);
    } else if (isCancelled !== (state.kind === "canceled")) {
      report("job", `order ${key} is ${state.kind}, and ${isCancelled ? "" : "not "}cancelled`);
    } else if (!mayHave(recorded.kind, state.kind).includes(stages)) {
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

/** The possible deliveries of an order, in order, by the state of its job. */
function mayHave(kind: Order["kind"], state: string): string[] {
  if (state === "pending" || state === "canceled") return [""];
  switch (kind) {
    case "mutation":
      return state === "success" ? ["done"] : [];
    case "failing":
      return state === "failed" ? [""] : [];
    case "action":
      return state === "success" ? ["started ended"] : ["", "started", "started ended"];
  }
}

/** No run of a cron was repeated. */
function checkCronRuns({ documents, ageS }: Observations, report: Report): void {
  const cronRuns = rowsOf(documents, "cronRuns", cronRunRow);
  const count = (cron: string, stage: string): number =>
    cronRuns.filter((run) => run.cron === cron && run.stage === stage).length;
  // One more for the run at the start.
  const most = Math.floor(ageS) + 1;
  for (const [cron, stage] of [
    ["mutation", "done"],
    ["action", "started"],
  ] as const) {
    if (count(cron, stage) > most) report("job", `cron ${cron} ran ${count(cron, stage)} times in ${ageS} s`);
  }
  if (count("action", "done") > count("action", "started")) report("job", "an action of a cron ended twice");
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
