/** Names of which a text says that nobody named them: "COVID never comes up" invents nothing. */

const BEFORE =
  /\b(?:no (?:mention|word|talk|trace|sign|news) (?:of|about|from)|nothing (?:\p{L}+ ){0,2}(?:of|about|from)|(?:nobody|no ?one|none of them) (?:\p{L}+ ){0,2}(?:mentions?|mentioned|names?|named|(?:speaks?|spoke|talks?|talked) (?:of|about)))\s$/iu;
const AFTER =
  /^\s(?:never|nowhere|(?:is|was|does|did|has|are|were|do|have)(?: not| never|n['’]t)) (?:been |once )?(?:comes? up|came up|come up|mentioned|named|appears?|appeared|figures?|brought up|spoken of|talked about)\b/iu;
/** More than either pattern takes. */
const REACH = 60;

/** Whether each place of `name` in `text` says that it is not spoken of. */
export function isUnsaid(name: string, text: string): boolean {
  let found = false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    found = true;
    const end = at + name.length;
    const isAbsent =
      BEFORE.test(text.slice(Math.max(0, at - REACH), at)) || AFTER.test(text.slice(end, end + REACH));
    if (!isAbsent) return false;
  }
  return found;
}
