/** A host killed at any point loses no answered write and repeats nothing. */
import { beforeAll, describe, expect, it } from "vitest";
import { History, type Order, type Write } from "./history";
import { checkHistory, type Observations } from "./checker";
import { runCrashTest, type Crash, type CrashTestResult } from "./crashTest";

/** Four of each kind of kill point; `npm run crash` kills it as often as one likes. */
const KILLS = 16;
const SEED = 20_261;

let result: CrashTestResult;

beforeAll(async () => {
  result = await runCrashTest({ kills: KILLS, seed: SEED, checkEvery: 5 });
}, 300_000);

describe(`a host that is killed ${KILLS} times`, () => {
  it("violates no invariant", () => {
    expect(result.findings).toEqual([]);
  });

  it("was killed during starts, schema changes and work", () => {
    const times = (what: (crash: Crash) => boolean) => result.crashes.filter(what).length;
    expect(result.crashes).toHaveLength(KILLS);
    expect(times(({ hasListened, changesSchema }) => changesSchema && !hasListened)).toBeGreaterThan(
      KILLS / 25,
    );
    expect(times(({ hasListened, changesSchema }) => changesSchema && hasListened)).toBeGreaterThan(
      KILLS / 15,
    );
    expect(times(({ point, answers }) => "count" in point && answers > 0)).toBe(Math.ceil(KILLS / 2));
  });

  it("answered writes, and ran and cancelled jobs in between", () => {
    const { history, sessions, documents } = result.observations;
    const writes = [...history.writes.values()];
    expect(writes.filter(({ answer }) => answer !== null).length).toBeGreaterThan(KILLS);
    expect(writes.filter(({ answer }) => answer === null).length).toBeGreaterThan(KILLS);
    expect(writes.filter(({ removal }) => removal === "done").length).toBeGreaterThan(KILLS / 5);
    expect(sessions.every(({ answers }) => answers.size > KILLS)).toBe(true);
    const kinds = new Set(
      documents
        .filter(({ tablet }) => tablet.name === "_scheduled_functions")
        .map(({ document }) => JSON.stringify(document.state).replace(/"error":.*,|,"error":.*(?=})/, "")),
    );
    for (const kind of ["success", "failed", "canceled"]) expect([...kinds].join()).toContain(kind);
    expect(documents.filter(({ tablet }) => tablet.name === "cronRuns").length).toBeGreaterThan(5);
  });
});

describe("the checker finds", () => {
  const findingsIn = (change: Partial<Observations>): string[] =>
    checkHistory({ ...result.observations, ...change }).map(({ detail }) => detail);

  /** The observations with one answered write, or one order, changed in the history. */
  function withHistory(change: (copy: History) => void): Partial<Observations> {
    const copy = new History();
    for (const [key, write] of result.observations.history.writes)
      copy.writes.set(key, { ...write, answer: write.answer && { ...write.answer } });
    for (const [key, order] of result.observations.history.orders) copy.orders.set(key, { ...order });
    change(copy);
    return { history: copy };
  }
  const liveWrite = (history: History): Write & { answer: { id: string; n: number } } => {
    const found = [...history.writes.values()].find(
      (write): write is Write & { answer: { id: string; n: number } } =>
        write.answer !== null && write.removal === "none",
    );
    if (found === undefined) throw new Error("There is no live write.");
    return found;
  };
  const orderOf = (history: History, what: (order: Order) => boolean): Order => {
    const found = [...history.orders.values()].find(what);
    if (found === undefined) throw new Error("There is no such order.");
    return found;
  };
  type Which = (document: Observations["documents"][number]["document"]) => boolean;
  /** The index of the first matching document of a table. */
  const indexOfDocument = (component: string, table: string, which: Which): number => {
    const at = result.observations.documents.findIndex(
      ({ tablet, document }) =>
        tablet.componentPath === component && tablet.name === table && which(document),
    );
    expect(at).toBeGreaterThanOrEqual(0);
    return at;
  };
  /** The observations without one document of a table. */
  const without = (component: string, table: string, which: Which = () => true): Partial<Observations> => ({
    documents: result.observations.documents.toSpliced(indexOfDocument(component, table, which), 1),
  });
  /** The observations with a duplicate document in a table. */
  const twice = (table: string, which: Which = () => true): Partial<Observations> => {
    const at = indexOfDocument("", table, which);
    return {
      documents: result.observations.documents.flatMap((document, i) =>
        i === at ? [document, document] : [document],
      ),
    };
  };

  it("nothing if nothing is wrong", () => {
    expect(findingsIn({})).toEqual([]);
  });

  it("an answered write that is lost", () => {
    const lost = withHistory(({ writes }) =>
      writes.set("lost", { partition: "north", answer: { id: "x", n: 1 }, removal: "none" }),
    );
    expect(findingsIn(lost)).toContain("lost is lost");
  });

  it("a write that differs from its answer", () => {
    const other = withHistory((history) => (liveWrite(history).answer.n += 1));
    expect(findingsIn(other)).toContainEqual(expect.stringContaining("differs from its answer"));
  });

  it("a write that was never requested", () => {
    const findings = findingsIn({ history: new History() });
    expect(findings).toContainEqual(expect.stringContaining("was never requested"));
  });

  it("an item that exists after it was removed", () => {
    const removed = withHistory((history) => (liveWrite(history).removal = "done"));
    expect(findingsIn(removed)).toContainEqual(expect.stringContaining("after it was removed"));
  });

  it("a write that was done twice", () => {
    const findings = findingsIn(twice("items"));
    expect(findings).toContainEqual(expect.stringContaining("is written 2 times"));
    expect(findings).toContainEqual(expect.stringContaining("was committed no later"));
  });

  it("a lost item that is still counted", () => {
    const findings = findingsIn(without("", "items", (document) => "session" in document));
    expect(findings).toContainEqual(expect.stringMatching(/^partition .* counts \d+ items and has/));
    expect(findings).toContainEqual(expect.stringContaining("in its aggregate"));
  });

  it("an aggregate tree with a missing node", () => {
    expect(findingsIn(without("counts", "btreeNode"))).toContainEqual(expect.stringContaining("is missing"));
  });

  it("a tally with a missing order", () => {
    expect(findingsIn(without("", "orders"))).toContainEqual(expect.stringContaining("in the tally"));
  });

  it("a session's answer that differs from the commit, or is lost", () => {
    const [[request, answer] = ["", { value: "", ts: 0n }]] = result.observations.kept;
    const kept = new Map(result.observations.kept).set(request, { ...answer, ts: answer.ts - 1n });
    expect(findingsIn({ kept })).toEqual([
      `the answer to ${request} is not what was committed`,
      expect.stringContaining("got another answer"),
    ]);
    kept.delete(request);
    expect(findingsIn({ kept })).toContain(`the answer to ${request} is lost`);
  });

  it("a job that is lost, or ran twice", () => {
    expect(findingsIn(without("", "_scheduled_functions"))).toContainEqual(
      expect.stringContaining("has no job"),
    );
    // Deliveries of actions may be missing, those of mutations may not.
    const byMutation: Which = ({ stage }) => stage === "done";
    expect(findingsIn(twice("deliveries", byMutation))).toContainEqual(
      expect.stringMatching(/^order .* and has "done done"/),
    );
    expect(findingsIn(without("", "deliveries", byMutation))).toContainEqual(
      expect.stringMatching(/^order .* and has ""/),
    );
  });

  it("an answered order or cancellation that is lost", () => {
    const order: Order = { kind: "action", isAnswered: true, wasCancelled: null };
    const lost = withHistory(({ orders }) => orders.set("lost", order));
    expect(findingsIn(lost)).toEqual(["order lost is lost"]);
    const uncancelled = withHistory((history) => {
      orderOf(history, ({ isAnswered, wasCancelled }) => isAnswered && wasCancelled === null).wasCancelled =
        true;
    });
    expect(findingsIn(uncancelled)).toContainEqual(expect.stringMatching(/^the cancelling of .* is lost$/));
  });

  it("a cron that ran more often than it was due", () => {
    expect(findingsIn({ ageS: 1 })).toContainEqual(expect.stringMatching(/^cron mutation ran/));
  });
});
