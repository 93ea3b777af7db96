/** What a sender adds to an event beside its text, as a model is shown it. */
import { lengthOf } from "../../../mind/text/phrasing";
import { cut } from "../../../mind/prompts/sections";
import type { SituationEvent } from "../../../mind/tick/situation";

/** Characters shown of it: enough for where a text comes from, not for another text. */
const ABOUT_LENGTH = 200;

/** The object, where it is short, else the beginning of its JSON as a text; null where there is none. */
export function aboutOf({ metadata }: Pick<SituationEvent, "metadata">): unknown {
  if (metadata === undefined || metadata === "{}") return null;
  const whole: unknown = JSON.parse(metadata);
  return lengthOf(metadata) <= ABOUT_LENGTH ? whole : `${cut(metadata, ABOUT_LENGTH)}…`;
}

/** The same as a text; "" where there is none. */
export function aboutText(event: Pick<SituationEvent, "metadata">): string {
  const about = aboutOf(event);
  return about === null ? "" : JSON.stringify(about);
}
