/** Reminders are set by callers and by the model, come due, are told by the next tick, listed and deleted. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { send } from "../../test/functions/corrections";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { ANSWER, begun, finishBy, finishByJournal, gathered } from "../../test/functions/ticks";

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

const app = (env = {}) => setup({ AUTONOMY: "off", ...env });

async function wake(t: App, body: object) {
  const response = await post(t, "/wake", body);
  expect(response.status).toBe(200);
  return await response.json();
}

async function page(t: App, path: string) {
  const response = await t.fetch(path);
  expect(response.status).toBe(200);
  return await response.json();
}

const artifacts = async (t: App): Promise<string[]> =>
  (await page(t, "/artifacts")).artifacts.map(({ content }: { content: string }) => content);

describe("a reminder by POST /wake", () => {
  it("is listed until it is due, then told by the next tick without a model and no longer listed", async () => {
    const t = app();
    const body = { note: "Water the plants.", from: "Ada", remindAt: NOON + HOUR };
    const { noteId, reminderId } = await wake(t, body);
    const reminder = {
      ...{ _id: reminderId, scope: "Ada", text: "Water the plants.", from: "Ada", noteId },
      ...{ remindAt: NOON + HOUR, setBy: "caller", createdAt: NOON },
    };
    expect(await page(t, "/reminders")).toEqual({ reminders: [reminder], total: 1, hasMore: false });

    vi.setSystemTime(NOON + HOUR - 1);
    await finishByJournal(t, await begun(t));
    expect((await artifacts(t)).some((text) => text.startsWith("Reminder"))).toBe(false);

    vi.setSystemTime(NOON + HOUR);
    const tickId = await begun(t);
    await finishByJournal(t, tickId);
    const [told] = await artifacts(t);
    expect(told).toContain("1 June 2026 at 13:00, from Ada");
    expect(told).toContain("Water the plants.");
    expect((await page(t, "/reminders")).total).toBe(0);
    const { events } = await page(t, `/ticks/${tickId}`);
    expect(events).toMatchObject([{ kind: "reminder", content: "Water the plants." }]);

    vi.setSystemTime(NOON + 2 * HOUR);
    await finishByJournal(t, await begun(t));
    expect((await artifacts(t)).filter((text) => text.startsWith("Reminder"))).toHaveLength(1);
  });

  it("takes a local time in the agent's time zone, or a time with an offset", async () => {
    const t = app({ AGENT_TIMEZONE: "Europe/Berlin" });
    await wake(t, { note: "Local.", remindAt: "2026-06-02T09:00" });
    await wake(t, { note: "With an offset.", remindAt: "2026-06-02T09:00+00:00" });
    const { reminders } = await page(t, "/reminders");
    expect(reminders.map(({ remindAt }: { remindAt: number }) => new Date(remindAt).toISOString())).toEqual([
      "2026-06-02T07:00:00.000Z",
      "2026-06-02T09:00:00.000Z",
    ]);
  });

  it.each([1_780_000_000, NOON - 25 * HOUR, NOON + 11 * 366 * 24 * HOUR, "2026-02-31T10:00", "tomorrow"])(
    "refuses %j, and stores no note",
    async (remindAt) => {
      const t = app();
      const refused = await post(t, "/wake", { note: "Water the plants.", remindAt });
      expect(await expectFailure(refused, 400, "VALIDATION_ERROR")).toContain("remindAt");
      expect((await page(t, "/notes")).total).toBe(0);
    },
  );

  it("is set once by a repeated request, even after it was due", async () => {
    const t = app();
    const headers = { "Idempotency-Key": "water" };
    const body = { note: "Water the plants.", remindAt: NOON + HOUR };
    const first = await (await post(t, "/wake", body, headers)).json();
    vi.setSystemTime(NOON + 2 * HOUR);
    const again = await (await post(t, "/wake", body, headers)).json();
    expect(again.reminderId).toBe(first.reminderId);
    expect((await page(t, "/reminders")).total).toBe(1);
  });

  it("can be deleted by itself, and is deleted with the note that asked for it", async () => {
    const t = app();
    const first = await wake(t, { note: "One.", remindAt: NOON + HOUR });
    const second = await wake(t, { note: "Two.", remindAt: NOON + HOUR });
    expect((await send(t, "DELETE", `/reminders/${first.reminderId}`)).status).toBe(200);
    expect((await page(t, "/reminders")).reminders).toMatchObject([{ _id: second.reminderId }]);
    await expectFailure(await send(t, "DELETE", `/reminders/${first.reminderId}`), 404, "NOT_FOUND");
    expect((await send(t, "DELETE", `/notes/${second.noteId}`)).status).toBe(200);
    expect((await page(t, "/reminders")).total).toBe(0);
  });
});

describe("due reminders", () => {
  it("are all told after a long sleep, longest due first, 16 per tick", async () => {
    const t = app();
    for (let i = 20; i > 0; i--) await wake(t, { note: `Reminder ${i}.`, remindAt: NOON + i * HOUR });
    vi.setSystemTime(NOON + 1_000 * HOUR);
    // A tick reads eight events, and the 20 notes come before the reminders.
    for (let i = 0; i < 6; i++) await finishByJournal(t, await begun(t));
    const told = (await page(t, "/artifacts?limit=100")).artifacts.filter(
      ({ content }: { content: string }) => content.startsWith("Reminder for"),
    );
    expect(told).toHaveLength(20);
    expect((await page(t, "/reminders")).total).toBe(0);
  });

  it("wait while the clock is set back, and are told once", async () => {
    const t = app();
    await wake(t, { note: "Water the plants.", remindAt: NOON + HOUR });
    vi.setSystemTime(NOON - 48 * HOUR);
    await finishByJournal(t, await begun(t));
    expect((await page(t, "/reminders")).total).toBe(1);
    vi.setSystemTime(NOON + HOUR);
    await finishByJournal(t, await begun(t));
    expect((await artifacts(t)).filter((text) => text.startsWith("Reminder"))).toHaveLength(1);
  });

  it("are told exactly once, whether or not the model mentions them", async () => {
    const t = app();
    await wake(t, { note: "Water the plants on the balcony.", remindAt: NOON + HOUR });
    await finishByJournal(t, await begun(t));
    vi.setSystemTime(NOON + HOUR);
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    expect(shown.situation.events).toMatchObject([{ source: { kind: "reminder", dueAt: NOON + HOUR } }]);
    expect(shown.situation.alerts).toEqual([]);
    await finishByJournal(t, tickId, shown);
    expect((await artifacts(t)).filter((text) => text.includes("balcony"))).toHaveLength(1);
  });
});

describe("a reminder by the model", () => {
  it("belongs to the note that asked for it, has its sender, and is listed in the tick's receipt", async () => {
    const t = app();
    const { noteId } = await wake(t, { note: "Remind me to call Ben at 3 pm.", from: "Ada" });
    const tickId = await begun(t);
    const reminders = [{ note: 1, text: "Call Ben.", at: NOON + 3 * HOUR }];
    await finishBy(t, tickId, undefined, { ...ANSWER, reminders });
    const [reminder] = (await page(t, "/reminders")).reminders;
    expect(reminder).toMatchObject({ text: "Call Ben.", from: "Ada", noteId, setBy: "model" });
    expect((await page(t, `/ticks/${tickId}`)).reminders).toEqual([reminder._id]);
  });
});
