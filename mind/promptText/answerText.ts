/** What makes a text of a model's answer unfit to keep. */
import { oneLine } from "../text/phrasing";
import type { Problem } from "./problem";
import { tagPattern } from "./sections";

/** Characters that turn the direction of what follows, so that it is read otherwise than it was written. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/u;

/** What makes a text unfit to keep. `tags` are the prompt's; with none they are not looked for. */
export function unfitProblems(name: string, text: string, tags: readonly string[]): Problem[] {
  const rules = [
    { broken: !/[\p{L}\p{N}]/u.test(oneLine(text)), rule: "has no visible text" },
    { broken: /\p{Cs}/u.test(text), rule: "holds half of a character (a lone surrogate)" },
    { broken: BIDI_CONTROL.test(text), rule: "holds a character that turns the direction of text" },
    {
      broken: tags.length > 0 && tagPattern(tags).test(text),
      rule: "repeats a tag of the prompt, which readers don't see",
    },
  ];
  return rules.flatMap(({ broken, rule }) =>
    broken ? [{ rule: `${name} ${rule}`, sentence: `${name} ${rule}.` }] : [],
  );
}
