/** What is wrong with a text that a model wrote, whatever it is for: unfit to be kept, or claiming what it was not shown. */
import { oneLine } from "../../../mind/text/phrasing";
import type { Problem } from "../../../mind/prompts/problem";
import { tagPattern } from "../../../mind/prompts/sections";
import { gainsaidIn, type Heard } from "./gainsaid";
import { ungroundedClaims, type ClaimKind, type Sources } from "./grounding";

/** Characters that turn the direction of what follows, so that it is read otherwise than it was written. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/u;

/** What makes a text unfit to be kept: nothing to read, half a character, one that turns others round, a tag of the prompt. */
export function textProblems(name: string, text: string, tags: readonly string[]): Problem[] {
  const problem = (rule: string, sentence: string): Problem => ({
    rule: `${name} ${rule}`,
    sentence: `${name} ${sentence}`,
  });
  return [
    ...(!/[\p{L}\p{N}]/u.test(oneLine(text))
      ? [problem("without visible text", "has no visible text.")]
      : []),
    ...(/\p{Cs}/u.test(text)
      ? [problem("with half of a character", "holds half of a character (a lone surrogate).")]
      : []),
    ...(BIDI_CONTROL.test(text)
      ? [problem("with a character of direction", "holds a character that turns the direction of text.")]
      : []),
    ...(tagPattern(tags).test(text)
      ? [problem("with a tag of the prompt", "repeats a tag of the prompt; readers don't see the prompt.")]
      : []),
  ];
}

/** A problem for each kind of claim in `text` that no source holds. */
export function groundingProblems(text: string, sources: Sources): Problem[] {
  const claims = ungroundedClaims(text, sources);
  const kinds = [...new Set(claims.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const written = claims
      .filter((claim) => claim.kind === kind)
      .map((claim) => JSON.stringify(claim.written));
    const claimed = `The ${kind}${written.length === 1 ? "" : "s"} ${written.join(", ")} ${written.length === 1 ? "stands" : "stand"}`;
    const sentence = `${claimed} in nothing that you were shown: leave out what you can't trace.`;
    return { rule: inventedRule(kind), sentence };
  });
}

/** A problem where `text` says the contrary of what was heard. */
export function contraryProblems(text: string, heard: Heard): Problem[] {
  const sentences = gainsaidIn(text, heard).map((sentence) => JSON.stringify(sentence.trim()));
  if (sentences.length === 0) return [];
  const say = sentences.length === 1 ? "says" : "say";
  const sentence = `${sentences.join(", ")} ${say} the contrary of what was told: say it as it was, or leave it out.`;
  return [{ rule: "a sentence to the contrary of what was told", sentence }];
}

/** The rule that a claim which no source holds breaks. */
export function inventedRule(kind: ClaimKind): string {
  return `a ${kind} that was not shown`;
}
