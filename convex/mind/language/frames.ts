/** The few words that say where something was heard, before what was heard: "In the news: The ferry is back." */
import type { FeedType } from "../../../mind/enums";

/** No names among them: nothing is said by somebody called News. */
const HEARD: { readonly [type in FeedType]: string } = {
  news: "In the news",
  market: "On the market",
  social: "In a post",
  custom: "As I was told",
};
const NOTED = "In a note";
const FRAME = new RegExp(`^(?:${[...Object.values(HEARD), NOTED].join("|")}): `, "u");

/** Where something was heard. */
type Place = { kind: "feed"; type: FeedType } | { kind: "wake" };

/** What was heard, with where. */
export function framed(source: Place, heard: string): string {
  return `${source.kind === "wake" ? NOTED : HEARD[source.type]}: ${heard}`;
}

/** Whether a text says of itself that it was heard in a note. */
export function isOfNote(text: string): boolean {
  return text.startsWith(`${NOTED}: `);
}

/**
 * What was heard alone. A frame is the agent's own, and no content: memories that begin alike are not about the same,
 * and no theme is called Note.
 */
export function withoutFrame(text: string): string {
  return text.replace(FRAME, "");
}
