/** Ways of saying that something is so, or is not, in the plain words that they stand for. */

/** What says nothing by itself, or says in other words that something is so, or is not. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/\bwon'?t\b(?=.)/gu, "will not"],
  [/\bshan't\b/gu, "shall not"],
  [/\b(?:can't|cannot|cant|can not|could not|couldn't) (?:stand|bear|abide|suffer)\b(?= \S)/gu, "hate"],
  [/\b(?:can't|cannot|cant)\b/gu, "can not"],
  [/(?<=[a-z])n't\b/gu, " not"],
  [/\b(i|you|we|they)'(?:re|m)\b/gu, "$1 are"],
  [/\b(it|he|she|that|there|who|what)'s\b/gu, "$1 is"],
  [/'ll\b/gu, " will"],
  [/'ve\b/gu, " have"],
  [
    /^(?:there(?: is|'s)|i have|without(?: a| any)?) (?:no |not a |any )?(?:shadow of a )?doubt(?: (?:that|about it))?,?/gu,
    "",
  ],
  [
    /\b(?:no doubt|without (?:a |any )?doubt|doubtless|undoubtedly|no question|it is (?:true|certain|clear|a fact) that)\b,?/gu,
    "",
  ],
  [/\bit is (?:not true|untrue|false|wrong) that\b/gu, "not"],
  [/\bno wonder(?: that)?\b/gu, ""],
  [/\bnot (?:only|just|merely|simply)\b(?=.*\bbut\b)/gu, ""],
  [/\bno longer\b/gu, "not"],
  [/\b(?:any ?more|any longer|after all|at all|in fact|of course|as planned|as usual|by the way)\b/gu, ""],
  [/\b(?:fail(?:s|ed|ing)? to)\b/gu, "did not"],
  [
    /,? (?:says|said|according to|reports|reported|confirmed|announced) (?!to )(?:the |a |his |her )?[\p{L}]+(?: [\p{L}]+)?$/gu,
    "",
  ],
  [
    /, (?:(?:the|my|our|his|her|their|a) )?[\p{L}]+ (?:says|said|told (?:me|us)|tells (?:me|us)|confirmed|reported|explained|announced)(?: (?:yesterday|today|recently|on \p{L}+day))?$/gu,
    "",
  ],
  // What somebody has made known is so; what somebody says or thinks may not be.
  [
    /^(?!no|some|any|every|who|if)(?:(?:the|my|our|his|her|their|a) )?[\p{L}]+(?: [\p{L}]+)? (?:confirmed|confirms|told (?:me|us)|announced|explained|found out|learned) that (?=\S+ \S)/gu,
    "",
  ],
  [/[$](?=\s?\d)/gu, "dollar "],
  [/€/gu, " euro "],
  [/£/gu, " pound "],
  [/(?<![^\s(])[-−](?=\.?\d)/gu, "minus "],
  [/(?<![^\s(])\+(?=\.?\d)/gu, "plus "],
];

/** `text` (lower case) in plain words: contractions written out, "there is no doubt that" and its like gone. */
export function plainlySaid(text: string): string {
  return IDIOMS.reduce((said, [idiom, plain]) => said.replace(idiom, plain), text)
    .replace(/\s+/gu, " ")
    .trim();
}
