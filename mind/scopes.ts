/** A scope says whose a text is, for example by a person's name. The empty scope is the agent's own, which all share. */

/**
 * The scope of a text based on the texts of several people, such as a reflection on all memories. Callers can't store in it;
 * in their queries it means all scopes.
 */
export const SEVERAL = "*";

/** The scope of a text based on texts of these scopes. The agent's own texts do not count, since any scope may use them. */
export function scopeOf(scopes: Iterable<string>): string {
  const [first = "", second] = new Set([...scopes].filter((scope) => scope !== ""));
  return second === undefined ? first : SEVERAL;
}

/** The scopes that may be shown to a reader of one scope: that scope and the agent's own. `SEVERAL` is shown to nobody. */
export function visibleTo(scope: string): string[] {
  return scope === "" || scope === SEVERAL ? [""] : [scope, ""];
}

/** The scopes whose texts may flow into a text of this scope, as an earlier one that is not to be repeated; undefined for all. */
export function sourcesOf(scope: string): string[] | undefined {
  return scope === SEVERAL ? undefined : visibleTo(scope);
}

/**
 * The scope of a note: its sender's, which is the name without outer white space, or where notes are shared or nobody signed it,
 * the agent's own. Case counts: "Ada" and "ada" are two people.
 */
export function scopeOfNote(from: string | undefined, owner: "sender" | "shared"): string {
  return owner === "sender" ? (from ?? "").trim() : "";
}
