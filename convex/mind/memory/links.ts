/** Whether two memories contradict each other, by the old rules: recollection alone still asks. */
import { beginningOf } from "../../../mind/text/truncate";
import { profileOf, type Profile } from "../../../mind/ranking/lexical";
import { withoutFrame } from "../language/frames";
import { claimsOf } from "../statements/claims";
import { contradictionBetween } from "../statements/contradictions";
import { outcomesOf } from "../statements/outcomes";
import { statementsOf, type Statement } from "../statements/statements";

export interface LinkText {
  readonly profile: Profile;
  readonly statements: readonly Statement[];
  readonly outcomes: readonly Statement[];
  readonly createdAt: number;
  readonly timeZone: string;
}

const READ_LENGTH = 4096;

export function linkText(
  text: string,
  { createdAt, timeZone }: { createdAt: number; timeZone: string },
): LinkText {
  const read = beginningOf(text, READ_LENGTH);
  const { names } = claimsOf(read);
  return {
    profile: profileOf(read),
    statements: statementsOf(withoutFrame(read), names),
    outcomes: outcomesOf(withoutFrame(read), names),
    createdAt,
    timeZone,
  };
}

/**
 * Whether two memories cannot both hold, each as of when it was told: one denies, reverses or refigures what the other says,
 * or what came of a change that was told before it.
 */
export function contradict(a: LinkText, b: LinkText): boolean {
  const [then, now] = a.createdAt <= b.createdAt ? [a, b] : [b, a];
  const told = { a: then.createdAt, b: now.createdAt, timeZone: a.timeZone };
  return (
    contradictionBetween(then.statements, now.statements, told) !== null ||
    contradictionBetween(then.outcomes, now.statements, told) !== null
  );
}
