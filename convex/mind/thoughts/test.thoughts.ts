/** Material for tests of thoughts. */
import type { KeptSeed } from "./seeds";
import type { ThoughtMaterial } from "./thoughtPrompt";

/** Saturday, 21 November 2026, 20:05 in Berlin. */
const NOW = Date.UTC(2026, 10, 21, 19, 5);

export function keptSeed(content: string, changes: Partial<KeptSeed> = {}): KeptSeed {
  return {
    content,
    importance: 0.7,
    entities: [],
    source: null,
    own: false,
    at: null,
    weight: 0.7,
    ...changes,
  };
}

export function material(changes: Partial<ThoughtMaterial> = {}): ThoughtMaterial {
  return {
    now: NOW,
    timeZone: "Europe/Berlin",
    name: "Anima",
    persona: "Plain words, dry humour.",
    mood: "curious",
    seeds: [
      keptSeed("Acme closed its plant in Kiel; 1,250 people lost their work."),
      keptSeed("Prices in Kiel fell by 4 percent, says Ada Lovelace."),
    ],
    earlier: [],
    ...changes,
  };
}
