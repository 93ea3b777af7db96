/** GET /metrics, read by a strict parser of the text format. */
import { expect, it } from "vitest";
import { render } from "../../service/prometheus";
import { parsedMetrics } from "../../../test/support/prometheus";
import { post } from "../../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../../test/functions/setup";

it("shows what happened", async () => {
  const t = setup({ AUTONOMY: "off", RATE_LIMIT_WRITE: "60", RATE_LIMIT_TICK: "60" });
  const before = parsedMetrics(await (await t.fetch("/metrics")).text());
  expect(before.get('anima_ticks_total{outcome="succeeded"}')).toBe(0);
  await post(t, "/memories/store", { type: "semantic", content: "The pier opens at nine." });
  await post(t, "/feed", { type: "news", content: "The ferry is late." });
  const waiting = parsedMetrics(await (await t.fetch("/metrics")).text());
  expect(waiting.get('anima_queue_length{queue="events"}')).toBe(1);
  expect((await post(t, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` })).status).toBe(200);
  const answer = await t.fetch("/metrics");
  expect(answer.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const after = parsedMetrics(await answer.text());
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
  expect(parsedMetrics(text).size).toBe(1);
});
