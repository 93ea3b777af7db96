/** What inflections of one word are compared by. */
import { regularForm } from "./irregularForms";
import { stemOf } from "../../../mind/text/stem";

/** The stem of the regular form of `word` (lower-case): one for "goes", "went" and "going". */
export function senseOf(word: string): string {
  return stemOf(regularForm(word));
}
