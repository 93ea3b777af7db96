/** Ticks by the reflexes, for tests: what they say and make of a situation, and of a question in a note. */
import type { Situation } from "../../../mind/tick/situation";
import { reflexTick } from "./reflexes";
import { AFTER, note, situation } from "./test.situations";

/** All that a tick says and makes. */
export const words = (changes: Partial<Situation>) => reflexTick(situation(changes), AFTER);

/** The types of what it makes. */
export const artifacts = (changes: Partial<Situation>) => words(changes).artifacts.map(({ type }) => type);

/** What it makes of a note that asks, beside what else is in the situation. */
export const asked = (question: string, changes: Partial<Situation> = {}) =>
  words({ ...changes, events: [note(question), ...(changes.events ?? [])] }).artifacts.find(
    ({ type }) => type === "question",
  )?.content;
