/** Erasing what an import has brought and nobody sees yet: lines that wait for the rows which they refer to. */
import { describe, expect, it } from "vitest";
import { tablesWith } from "../../test/functions/corrections";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { exportAll, importLines, live, parsed, type Line } from "../../test/functions/transfer";

/** What most others refer to: without these lines the rest waits. */
const NEEDED = ["ticks", "memories", "clusters"];

async function erase(t: App, body: object) {
  const answer = await (await post(t, "/erase", body)).json();
  expect(answer).toMatchObject({ success: true });
  return answer;
}

const waiting = (t: App) => t.run((ctx) => ctx.db.query("importWaiting").collect());
const rowOf = ({ line }: { readonly line: string }) => JSON.parse(line).row;

/** A service with an import that lacks a part; the lines of the whole. */
async function halfImported(): Promise<{ t: App; lines: string[]; part: Line[] }> {
  const from = setup({ AUTONOMY: "off" });
  await live(from);
  await post(from, "/feed", { type: "news", content: "The Zorblat ferry was late." });
  await post(from, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
  const lines = await exportAll(from);
  const t = setup({ AUTONOMY: "off" });
  const part = parsed(lines).filter(({ kind }) => !NEEDED.includes(kind));
  await importLines(
    t,
    part.map((line) => JSON.stringify(line)),
  );
  return { t, lines, part };
}

describe("a plan over lines that wait", () => {
  it("erases those that hold the text from every table, and a repeated import does not bring them again", async () => {
    const { t, lines } = await halfImported();
    const tables = new Set((await waiting(t)).filter(({ applied }) => !applied).map(({ table }) => table));
    for (const table of ["logs", "events", "merges", "memoryVersions"] as const)
      expect(tables).toContain(table);
    for (const [text, least] of [
      ["zorblat", 2],
      ["ferry", 4],
    ] as const) {
      expect(await tablesWith(t, text)).toContain("importWaiting");
      const plan = await erase(t, { text });
      expect(plan.counts.waiting).toBeGreaterThanOrEqual(least);
      const { receipt } = await erase(t, { planId: plan.planId });
      expect(receipt).toMatchObject({ erased: plan.counts, gone: 0, changed: 0 });
      expect(receipt.probes.length).toBeGreaterThan(0);
      if (text === "zorblat") for (const { foundIn } of receipt.probes) expect(foundIn).toEqual([]);
      expect(await tablesWith(t, text)).toEqual([]);
    }
    expect((await waiting(t)).length).toBeGreaterThan(0);

    const rest = lines.filter((line) => JSON.parse(line).kind !== "memories");
    await importLines(t, rest);
    expect(await tablesWith(t, "ferry")).not.toContain("logs");
    expect(await tablesWith(t, "ferry")).not.toContain("importWaiting");
  });

  it("selects them by sender, scope, moment and id, as the rows that they would become", async () => {
    const { t, part } = await halfImported();
    const lines = (await waiting(t)).filter(({ applied }) => !applied);
    const planned = async (filter: object) => (await erase(t, filter)).counts.waiting;
    const logs = lines.filter(({ table }) => table === "logs");
    const [log] = logs;
    if (log === undefined) throw new Error("no log entry waits");
    const { timestamp } = rowOf(log);
    expect(await planned({ ids: [log.id] })).toBe(1);
    expect(await planned({ ids: [log.id], until: timestamp })).toBe(0);
    expect(await planned({ ids: [log.id], since: timestamp - 1, until: timestamp + 1 })).toBe(1);
    const of = (name: string, value: string) =>
      lines.filter((line) => (rowOf(line).source?.[name] ?? rowOf(line)[name]) === value).length;
    expect(await planned({ from: "Ana" })).toBe(of("from", "Ana"));
    expect(await planned({ scope: "ana" })).toBe(of("scope", "ana"));
    expect(of("from", "Ana")).toBeGreaterThan(0);
    expect(await planned({ text: "semantic" })).toBe(0);
    expect(part.length).toBeGreaterThan(lines.length);
  });
});

it("an erased row takes a newer version along that waits", async () => {
  const from = setup({ AUTONOMY: "off" });
  await post(from, "/feed", { type: "news", content: "The Zorblat ferry was late." });
  const before = await exportAll(from);
  const t = setup({ AUTONOMY: "off" });
  await importLines(t, before);
  const event = parsed(before).find(({ kind }) => kind === "events");
  const { row, ...frame } = event as Line & { row: object };
  const newer = { ...frame, export: Number(frame.export) + 1, row: { ...row, consumedBy: "tick-to-come" } };
  expect(await importLines(t, [JSON.stringify(newer)])).toMatchObject({ waiting: 1 });
  const { events } = await (await t.fetch("/events")).json();
  const { planId } = await erase(t, { ids: [events[0]._id] });
  await erase(t, { planId });
  expect(await tablesWith(t, "zorblat")).toEqual([]);
});
