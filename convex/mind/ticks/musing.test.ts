import { describe, expect, test } from "vitest";
import { musingOf, Worth } from "./musing";
import { MINUTE, NOW, feed, log, memory, situation } from "./test.situations";

const memories = [
  memory("Ada mends the bell.", { minutesAgo: 7 * 60 }),
  memory("As I was told: Ben lost his work.", { minutesAgo: 3 }),
];

describe("what a quiet tick comes back to", () => {
  test("is the first memory that was not thought of lately, told without where it was heard", () => {
    expect(musingOf(situation({ memories }))).toMatchObject({
      number: 1,
      told: "What stays with me from seven hours ago: “Ada mends the bell.”",
    });
    const [ada, ben] = memories;
    if (ada === undefined || ben === undefined) throw new Error("there are two");
    expect(musingOf(situation({ memories: [{ ...ada, mused: true }, ben] }))).toMatchObject({
      number: 2,
      told: "Among what I was told since: “Ben lost his work.”",
    });
    expect(musingOf(situation({ memories: [{ ...ada, mused: true }] }))).toBeNull();
  });

  test("is not told as told since where the last tick learned it itself", () => {
    const learned = memory("In the news: Ben lost his work.", { minutesAgo: 3, learned: true });
    expect(musingOf(situation({ memories: [learned] }))).toBeNull();
  });

  test("is nothing that a tick has read within the last hours", () => {
    const near = [memory("Ada mends the bell.", { minutesAgo: 40 })];
    expect(musingOf(situation({ memories: near }))).toBeNull();
    expect(musingOf(situation({ memories: near, lastTickAt: NOW - 60 * MINUTE }))).not.toBeNull();
  });

  test("is nothing where something came in", () => {
    expect(musingOf(situation({ memories, events: [feed("News.")] }))).toBeNull();
  });

  test("is thought of once an hour in a long quiet", () => {
    const logs = Array.from({ length: 8 }, (_, i) => log("Quiet.", 5 * (i + 1)));
    const quiet = { ticks: 20, since: NOW - 100 * MINUTE, before: null };
    // Ticks every five minutes; one of them is the first in its hour.
    const times = Array.from({ length: 12 }, (_, i) => NOW + i * 5 * MINUTE);
    const mused = times.filter(
      (now) => musingOf(situation({ memories, logs, quiet, now, lastTickAt: now - 5 * MINUTE })) !== null,
    );
    expect(mused).toHaveLength(1);
  });

  test("is no question, nothing whose day has passed, and nothing that something newer replaced", () => {
    const told = (content: string, createdAt = NOW - 10 * 86_400_000) => ({ content, createdAt });
    const worth = new Worth(NOW, "UTC");
    expect(worth.of(told("Ada mends the bell."), [])).toBe(true);
    expect(worth.of(told("In a note: Is Joan's visit a problem?"), [])).toBe(false);
    expect(worth.of(told("On Friday the optician comes."), [])).toBe(false);
    expect(worth.of(told("As I was told: The optician on Friday."), [])).toBe(false);
    expect(worth.of(told("As I was told: Ada's aunt died this morning."), [])).toBe(true);
    const newer = told("Release 4.0 is now due on the 27th of December.", NOW - 1000);
    expect(worth.of(told("Release 4.0 is due on the 20th of December."), [newer])).toBe(false);
    const done = told("I cancelled the phone contract.", NOW - 1000);
    expect(worth.of(told("The phone contract must be cancelled before 1 December!"), [done])).toBe(false);
    expect(worth.of(told("The gutter drips."), [told("Joan mended the gutter.", NOW - 1000)])).toBe(false);
  });
});
