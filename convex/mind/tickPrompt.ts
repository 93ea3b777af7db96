/** The prompt of a tick. */
import type { Situation } from "./situation";

/** What the model is asked. */
export interface Prompt {
  system: string;
  user: string;
}

export function tickPrompt(situation: Situation): Prompt {
  return { system: situation.name, user: situation.state.summary };
}
