/** Whose things are told of: Anna's brother is not Anna, "my mother's sister" not "my mother and sister", nor her car mine. */

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

/** Says whose the next word is. */
const WHOSE = /^(?:my|your|his|her|its|our|their|\p{L}[\p{L}\p{M}-]*'s?)$/u;
/** Persons of whom several may own a thing: their apostrophe is no part of a token. */
const SEVERAL =
  /^(?:(?:grand)?(?:parents|children|sons|daughters)|neighbou?rs|friends|kids|colleagues|cousins|brothers|sisters|in-laws)$/;

/** Whether one text says of somebody, or of what is theirs, what the other says of what is somebody else's. Symmetric. */
export function possessOtherwise(a: readonly string[], b: readonly string[]): boolean {
  return ownsOnly(a, b) || ownsOnly(b, a) || ownsThrough(a, b) || ownsThrough(b, a);
}

/** Whether a thing is in `other` that of the one through whom its owner in `own` is named: "my neighbour's dog", "my dog". */
function ownsThrough(own: readonly string[], other: readonly string[]): boolean {
  return own.some((token, i) => {
    const owner = POSSESSIVE.exec(token)?.[1];
    const isOwner = owner === undefined ? SEVERAL.test(token) : !NOBODY.test(owner);
    // "My old neighbour's dog" is no more mine.
    const whose = [own[i - 1], own[i - 2]].find((word) => word !== undefined && WHOSE.test(word));
    if (!isOwner || whose === undefined || other.includes(token)) return false;
    return other.some((word, at) => word === whose && other[at + 1] === own[i + 1]);
  });
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
