/** Causes and effects that a sentence names: "late because of the storm", "the storm led to delays". */
import { profileOf, type Profile } from "./lexical";

/** After these a cause is named, up to the end of the clause. */
const CAUSE_FOLLOWS =
  /\b(?:because of|because|due to|owing to|thanks to|as a result of|as a consequence of|caused by|triggered by|brought about by|the reason (?:is|was)(?: that)?)\s+([^.!?;,\n]{3,200})/giu;
/** After these an effect is named. */
const EFFECT_FOLLOWS =
  /\b(?:led to|leads to|leading to|resulted in|results in|resulting in|caused|causes|causing|which is why|that's why|that is why|therefore|so that|made it so|triggered|triggers)\s+([^.!?;,\n]{3,200})/giu;
/** A text is read this far. */
const READ_LENGTH = 4096;

/** Profiles of the causes and of the effects that `text` names. */
export function profileCauses(text: string): { causes: Profile[]; effects: Profile[] } {
  const read = text.slice(0, READ_LENGTH).replace(/[’‘]/g, "'");
  const named = (pattern: RegExp) =>
    [...read.matchAll(pattern)]
      .map(([, clause = ""]) => profileOf(clause))
      .filter(({ length }) => length > 0);
  return { causes: named(CAUSE_FOLLOWS), effects: named(EFFECT_FOLLOWS) };
}
