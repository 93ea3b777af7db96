/** What is wrong with a model's answer beyond its schema: told to the model in full, and to the log by the rule alone. */

export interface Problem {
  /** The rule that is broken, in our own words: nothing that the model wrote gets into a log. */
  readonly rule: string;
  /** One sentence for the model, which may quote its answer. */
  readonly sentence: string;
}

/** Rules that a log names; the rest are "and more". */
const MAX_NAMED = 3;

/** The rules that problems break, each once, for the log. */
export function rulesOf(problems: readonly Problem[]): string {
  const rules = [...new Set(problems.map(({ rule }) => rule))];
  const more = rules.length > MAX_NAMED ? " and more" : "";
  return rules.slice(0, MAX_NAMED).join(", ") + more;
}

/** What the model is told of its problems. */
export function sentencesOf(problems: readonly Problem[]): string[] {
  return problems.map(({ sentence }) => sentence);
}
