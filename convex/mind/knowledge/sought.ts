/** What is looked up on record, and how much a text answers of it. */
import { bears, sharedBy, weightOfShared, type About } from "../statements/bearing";

/** A text is compared by its beginning. */
export const READ_LENGTH = 2000;

/** What is looked up, and whether it is a question, which wants all that it is about. */
export interface Sought {
  readonly about: About;
  readonly asks: boolean;
}

/** How much a text answers; 0 where it does not bear. All that a question is about, if that is more than one thing, is enough. */
export function weightFor({ about, asks }: Sought, text: About): number {
  const shared = sharedBy(about, text);
  const needs = about.words.size + about.figures.size;
  const found = shared.words.length + shared.figures.length;
  const all = asks && needs >= 2 && shared.words.length >= 1 && found >= needs;
  return all || bears(shared) ? weightOfShared(shared) : 0;
}
