/** Whose things are told of: Anna's brother is not Anna, and "my mother's sister" not "my mother and sister". */

const POSSESSIVE = /^(\p{L}[\p{L}\p{M}-]*)'s?$/u;
/** "Today's meeting" is one today; "it's" says no whose. */
const NOBODY =
  /^(?:it|he|she|that|there|here|what|who|where|how|let|today|yesterday|tomorrow|tonight|\p{L}+day|week|month|year|one|this)$/u;

/** Possessors with what is theirs, as next words in lower case: [owner, thing]. */
function possessionsIn(tokens: readonly string[]): [owner: string, thing: string][] {
  return tokens.flatMap((token, i): [string, string][] => {
    const owner = POSSESSIVE.exec(token)?.[1];
    const thing = tokens[i + 1];
    return owner === undefined || thing === undefined || NOBODY.test(owner) ? [] : [[owner, thing]];
  });
}

/** Whether one text says of somebody what the other says of what is theirs. Symmetric. */
export function possessOtherwise(a: readonly string[], b: readonly string[]): boolean {
  return ownsOnly(a, b) || ownsOnly(b, a);
}

/** Whether `own` tells of somebody's thing where `other` has somebody alone, or beside one such. */
function ownsOnly(own: readonly string[], other: readonly string[]): boolean {
  return possessionsIn(own).some(([owner, thing]) => {
    const at = other.indexOf(owner);
    if (at < 0) return false;
    return (
      !other.some((word) => word === thing || word === `${thing}'s`) ||
      (other[at + 1] === "and" && other[at + 2] === thing)
    );
  });
}
