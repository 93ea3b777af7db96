/** Reminders that notes ask for in words, read without a model. */
import { describe, expect, test } from "vitest";
import { askedReminders } from "./askedReminders";
import { note, situation } from "../../test/mind/situations";

/** Saturday, 24 October 2026, 14:00 in Berlin. The clocks go back in the night that follows. */
const NOW = Date.UTC(2026, 9, 24, 12);
const asked = (content: string, now = NOW) => {
  const event = { ...note(content), receivedAt: NOW };
  return askedReminders(situation({ now, timeZone: "Europe/Berlin", events: [event] })).get(1);
};

describe("a note that asks to be reminded", () => {
  test.each([
    ["Remind me at 04:30 to feed the cat.", "2026-10-25T03:30", "feed the cat."],
    ["Remind me in 20 minutes to check the oven.", "2026-10-24T12:20", "check the oven."],
    ["Anima, please remind me tomorrow at 9 to call Ben.", "2026-10-25T08:00", "call Ben."],
    ["Remind me to call Ben on Monday at 5 pm.", "2026-10-26T16:00", "call Ben."],
    ["Can you remind me at 15:00 about the dentist?", "2026-10-24T13:00", "the dentist?"],
    [
      "Remind me on Thursday at half past six in the evening that there's choir.",
      "2026-10-29T17:30",
      "there's choir.",
    ],
    ["Then remind me on Friday at ten in the morning to pay.", "2026-10-30T09:00", "pay."],
    ["Remind me tomorrow at quarter to one in the afternoon to eat.", "2026-10-25T11:45", "eat."],
    ["Erinnern Sie mich bitte am Freitag um 16 Uhr an Ben.", "2026-10-30T15:00", "Ben."],
    ["Remind me at 9 UTC tomorrow to sail.", "2026-10-25T09:00", "sail."],
    ["Erinnere mich um 04:30 an die Katze.", "2026-10-25T03:30", "die Katze."],
    ["Erinnere mich in 20 Minuten daran, den Ofen zu prüfen.", "2026-10-24T12:20", "den Ofen zu prüfen."],
    ["Bitte erinnere mich morgen um 9 an Ben.", "2026-10-25T08:00", "Ben."],
    ["Kannst du mich um 15 Uhr an den Arzt erinnern?", "2026-10-24T13:00", "den Arzt?"],
    ["Erinnere mich am 3.12. um 9 Uhr an die Steuer.", "2026-12-03T08:00", "die Steuer."],
    ["Erinnere mich am 3. Dezember um 9 an die Steuer.", "2026-12-03T08:00", "die Steuer."],
  ])("%s", (content, at, text) => {
    const reminder = asked(content);
    if (reminder?.kind !== "set") throw new Error(`not set: ${JSON.stringify(reminder)}`);
    expect([new Date(reminder.at).toISOString().slice(0, 16), reminder.text]).toEqual([at, text]);
  });

  test.each([
    ["Remind me to buy 3 apples.", "no time"],
    ["Remind me tomorrow at nine to call Ben.", "no time"],
    ["Remind me in an hour and a half.", "no time"],
    ["Erinnere mich um halb fünf an den Tee.", "no time"],
    ["Erinnere mich morgen früh an das Brot.", "no time"],
    ["Remind me at 9 or tomorrow at 11 to call.", "more than one"],
    ["Remind me yesterday at 9 to call.", "passed"],
    ["Remind me on 1 January 2060 to call.", "ten years"],
  ])("%s gets none, since %s", (content, because) => {
    expect(asked(content)).toMatchObject({ kind: "none", because: expect.stringContaining(because) });
  });

  test("counts a span from its arrival, so that a late tick finds it passed", () => {
    expect(asked("Remind me in 20 minutes.", NOW + 3_600_000)).toMatchObject({ kind: "none" });
  });

  test.each(["I remind Ben of the sea.", "What did you remind me of?", "Ich erinnere mich um neun."])(
    "is not: %s",
    (content) => expect(asked(content)).toBeUndefined(),
  );
});
