/** Scopes: whose a text is, such as a person's name. The agent's own is the empty one, which all share. */

/**
 * Of what rests on the texts of several people, such as a reflection on all memories. Callers can't store in it, and in their
 * queries it stands for all scopes.
 */
export const SEVERAL = "*";

/** The scope of what rests on texts of these: the agent's own may go into any other. */
export function scopeOf(scopes: Iterable<string>): string {
  const [first = "", second] = new Set([...scopes].filter((scope) => scope !== ""));
  return second === undefined ? first : SEVERAL;
}

/** The scopes that a reader of one may be shown: its own and the shared one. */
export function visibleTo(scope: string): string[] {
  return scope === "" ? [""] : [scope, ""];
}
