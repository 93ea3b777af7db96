/** GET /metrics, read by a strict parser of the text format. */
import { expect, it } from "vitest";
import { render } from "../../service/prometheus";
import { post } from "../../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../../test/functions/setup";

const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(
  String.raw`^([a-zA-Z_:][\w:]*)(\{(?:${LABEL})(?:,${LABEL})*\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$`,
);

/** The samples by name and labels. Throws where a line, a family or its order is wrong. */
function parsed(text: string): Map<string, number> {
  expect(text.endsWith("\n")).toBe(true);
  const samples = new Map<string, number>();
  const families = new Set<string>();
  const lines = text.slice(0, -1).split("\n");
  let family: { name: string; type: string } | null = null;
  for (const [i, line] of lines.entries()) {
    const help = /^# HELP (\S+) (?:[^\\]|\\[\\n])+$/.exec(line)?.[1];
    if (help !== undefined) {
      expect(families.has(help)).toBe(false);
      families.add(help);
      const type = new RegExp(`^# TYPE ${help} (counter|gauge)$`).exec(lines[i + 1] ?? "")?.[1];
      if (type === undefined) throw new Error(`no type after ${line}`);
      family = { name: help, type };
      expect(help.endsWith("_total")).toBe(type === "counter");
      continue;
    }
    if (line.startsWith("# TYPE ")) continue;
    const [, name, labels = "", value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || name !== family?.name) throw new Error(`not a sample of its family: ${line}`);
    expect(samples.has(name + labels)).toBe(false);
    samples.set(name + labels, Number(value));
  }
  return samples;
}

it("shows what happened", async () => {
  const t = setup({ AUTONOMY: "off", RATE_LIMIT_WRITE: "60", RATE_LIMIT_TICK: "60" });
  const before = parsed(await (await t.fetch("/metrics")).text());
  expect(before.get('anima_ticks_total{outcome="succeeded"}')).toBe(0);
  await post(t, "/memories/store", { type: "semantic", content: "The pier opens at nine." });
  await post(t, "/feed", { type: "news", content: "The ferry is late." });
  const waiting = parsed(await (await t.fetch("/metrics")).text());
  expect(waiting.get('anima_queue_length{queue="events"}')).toBe(1);
  expect((await post(t, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` })).status).toBe(200);
  const answer = await t.fetch("/metrics");
  expect(answer.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const after = parsed(await answer.text());
  expect(after.get('anima_ticks_total{outcome="succeeded"}')).toBe(1);
  expect(after.get('anima_queue_length{queue="events"}')).toBe(0);
  expect(after.get('anima_memories{type="semantic"}')).toBeGreaterThan(0);
  expect(after.get('anima_check_ok{check="model"}')).toBe(0);
  expect(after.get("anima_healthy")).toBe(0);
  expect(after.get('anima_requests_total{class="write"}')).toBe(2);
  expect(after.get('anima_requests_total{class="tick"}')).toBe(1);
  expect(after.get("anima_push_events_total")).toBeGreaterThan(0);
  expect(after.get('anima_model_calls_total{purpose="tick"}')).toBe(0);
});

it("refuses a parameter, and needs a token where reading does", async () => {
  expect((await setup().fetch("/metrics?limit=1")).status).toBe(400);
  expect((await setup({ READ_TOKEN: "read-token-of-the-tests" }).fetch("/metrics")).status).toBe(401);
});

it("escapes labels and help", () => {
  const samples = [{ labels: { model: 'a"b\\c\nd' }, value: 1.5e-7 }];
  const text = render([{ name: "one", help: "A \\ and\na line.", type: "gauge", samples }]);
  expect(text).toBe(
    '# HELP one A \\\\ and\\na line.\n# TYPE one gauge\none{model="a\\"b\\\\c\\nd"} 1.5e-7\n',
  );
  expect(parsed(text).size).toBe(1);
});
