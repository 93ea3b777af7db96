/** Reminders in a model's answer, and due reminders. */
import { describe, expect, it } from "vitest";
import { checkedAnswer } from "./answerCheck";
import { reminderProblems, settableReminders } from "./reminders";
import type { RawAnswer } from "./answer";
import { answer } from "../../test/mind/answers";
import { feed, note, situation } from "../../test/mind/situations";

const NOW = Date.UTC(2026, 2, 28, 12);
const shown = situation({
  now: NOW,
  timeZone: "Europe/Berlin",
  events: [note("Remind me tomorrow at 2:30."), feed("A ship came in.")],
});
const at = (at: string, number = 1) => ({ reminders: [{ note: number, text: "Call Ben.", at }] });

describe("a reminder in an answer", () => {
  it("is set for its local time, even in the night when clocks go forward", () => {
    expect(settableReminders(at("2026-03-29T02:30"), shown)).toEqual([
      { note: 1, text: "Call Ben.", at: Date.UTC(2026, 2, 29, 1, 30) },
    ]);
    expect(reminderProblems(at("2026-03-29T02:30"), shown)).toEqual([]);
  });

  it.each([
    ["in the past", at("2026-03-28T12:59")],
    ["in a thousand years", at("3026-03-29T02:30")],
  ])("%s is asked again, and then dropped", (_, answered) => {
    expect(reminderProblems(answered, shown)).toHaveLength(1);
    expect(settableReminders(answered, shown)).toEqual([]);
  });

  it.each([
    ["in words", at("tomorrow")],
    ["for an event that is no note", at("2026-03-29T02:30", 2)],
    ["for an event that was not shown", at("2026-03-29T02:30", 3)],
  ])("%s is dropped at once", (_, answered) => {
    expect(reminderProblems(answered, shown)).toEqual([]);
    expect(settableReminders(answered, shown)).toEqual([]);
  });
});

describe("a due reminder", () => {
  const due = situation({
    timeZone: "UTC",
    events: [{ ...note("Water the plants."), source: { kind: "reminder", dueAt: 0, from: "Ada" } }],
  });
  const made = (artifacts: RawAnswer["artifacts"]) => {
    const checked = checkedAnswer({ ...answer, summary: "The plants want water.", artifacts }, due);
    return checked.kind === "kept" ? checked.answer.artifacts : [];
  };

  it("becomes an artifact that names its moment and sender if the model makes none", () => {
    expect(made([])).toMatchObject([{ type: "note" }]);
    expect(made([])[0]?.content).toContain("1 January 1970 at 00:00, from Ada");
  });

  it("adds nothing to the model's own artifact about it", () => {
    expect(made([{ type: "note", content: "Ada, the plants need water now.", covers: [1] }])).toHaveLength(1);
  });
});
