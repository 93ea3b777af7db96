/** Reflection matter for tests: forty days around a harbour, and nothing to reflect on. */
import { entitiesOf } from "../language/entities";
import { toldSentiment } from "../sentiment/toldSentiment";
import type { MemoryType } from "../../../mind/enums";
import type { Evidence, ReflectionMatter } from "./reflectionMatter";

export const DAY = 86_400_000;
/** Sunday, 1 March 2026, 19:00 UTC. */
export const BEGAN = Date.UTC(2026, 2, 1, 19);

export function evidence(
  type: MemoryType,
  content: string,
  daysIn: number,
  about: Partial<Evidence> = {},
): Evidence {
  return {
    type,
    content,
    entities: entitiesOf(content),
    importance: 0.5,
    confidence: 0.8,
    sentiment: toldSentiment(content),
    createdAt: BEGAN + daysIn * DAY,
    bearing: null,
    ...about,
  };
}

export const HARBOUR: readonly Evidence[] = [
  evidence("episodic", "The ferry Aurora was taken out of service after its engine failed.", 0),
  evidence("semantic", "The pier is open to visitors from nine to five.", 2),
  evidence("emotional", "Ben is furious that the ferry is still missing; he lost two weeks of work.", 8),
  evidence("procedural", "To ring in the ferry, strike the bell three times and wait for the lamp.", 10),
  evidence("episodic", "What a wonderful evening at the harbour, everybody danced and Ada sang.", 20),
  evidence("semantic", "The pier is closed to visitors until the planks are replaced.", 33),
  evidence("episodic", "The ferry Aurora is back, to great joy in Havnby.", 40),
  evidence("episodic", "Is the pier ready for the festival?", 41),
];

export function matter(changes: Partial<ReflectionMatter> = {}): ReflectionMatter {
  return {
    now: BEGAN + 50 * DAY,
    timeZone: "UTC",
    name: "Anima",
    persona: "Plain words, dry humour.",
    type: "knowledge",
    depth: "shallow",
    focus: null,
    evidence: HARBOUR,
    disputes: [],
    themes: [],
    earlier: [],
    last: null,
    ...changes,
  };
}
