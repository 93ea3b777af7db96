/** Words that make of a statement another one by being added: who says "may", "must", "almost" or "only" says something else. */
import { pastFormsIn } from "../language/milestones";
import { senseOf } from "../language/senses";
import { isStopWord } from "../../../mind/text/stopWords";

/** A kind of qualification, and how it is written in lower-case words. Longer ways stand first, for each word counts once. */
const KINDS: readonly (readonly [kind: string, pattern: string])[] = [
  // What was to be done, and not what was done.
  [
    "wish",
    "(?:want|wants|wanted|hope|hopes|hoped|wish|wishes|wished|would like|would love|'d like|'d love) to|wanna|" +
      // Who wants a dog has none.
      "(?:want|wants|wanted|wish for|wishes for|would like|would love)(?= (?:an?|another|my own|his own|her own|their own) )",
  ],
  ["attempt", "(?:try|tries|tried|trying|attempt|attempts|attempted|attempting) to"],
  [
    "duty",
    "(?:have|has|had|having|need|needs|needed|got|ought|obliged|required|forced|supposed) to|gotta|(?:must|should)(?:nt)?",
  ],
  [
    "chance",
    "may|might|can|could|ca|cant|couldnt|cannot|unable to|able to|allowed to|permitted to|maybe|perhaps|possibly",
  ],
  // What is meant to be done may be left undone.
  [
    "intention",
    "(?:plan|plans|planned|planning|intend|intends|intended|intending) (?:to|on)|(?:consider|considers|considered|considering|contemplates|contemplating)(?= [a-z]{2,}ing )",
  ],
  [
    "future",
    "(?:going|expect|expects|expected|scheduled|set|about) to|will|shall|would|wo|wont|wouldnt|'ll|gonna",
  ],
  ["past", "(?<!\\b(?:am|is|are|was|were|be|been|being|get|got|'s|'m|'re) )used to|formerly|previously"],
  // What is kept from being so.
  [
    "ending",
    "(?:stop|stops|stopped|stopping|quit|quits|quitting|cease|ceases|ceased|avoid|avoids|avoided|avoiding|give up|gave up|refrain from|refrained from)(?= [a-z]{2,}ing )",
  ],
  [
    "refusal",
    "refuse|refuses|refused|refusing|decline|declines|declined|declining|(?:forget|forgets|forgot|forgotten|neglect|neglects|neglected|cease|ceases|ceased) to",
  ],
  ["doubt", "doubt|doubts|doubted|pretend|pretends|pretended|pretending|deny|denies|denied|denying"],
  // What is so in somebody's mind alone.
  [
    "fancy",
    "(?:hope|hopes|hoped|wish|wishes|wished|dream|dreams|dreamed|dreamt|imagine|imagines|imagined|fear|fears|feared|pray|prays|prayed)(?: that| (?=(?:i|you|he|she|it|we|they|my|the|his|her|our|their) ))|if only",
  ],
  // How far it holds.
  ["manifold", "double|triple|quadruple"],
  ["nearly", "almost|nearly|practically|virtually"],
  ["only", "only(?! just )|solely|exclusively|merely"],
  [
    "except",
    "except|excepting|excluding|besides|apart from|other than|(?:all|none|every(?:one|body|thing)|any(?:one|body|thing)|no(?:body|thing| one)) but",
  ],
  ["excess", "too(?= (?!much |many |and |but |or |when |if |the |a |i |you |he |she |it |we |they )[a-z])"],
  ["enough", "enough"],
  ["rate", "per"],
  [
    "belief",
    "(?<=\\b(?:i|we|he|she|they|you) (?:(?:do|does|did) not )?)(?:think|thinks|thought|believe|believes|believed|guess|guessed|suspect|suspects|suspected|suppose|assume|assumes|assumed)|(?:thinks|believes|suspects|assumes|guesses)(?! (?:about|of|in|over) )|probably|presumably|supposedly|allegedly|apparently|(?:seems|seemed|appears|appeared) to",
  ],
  ["part", "half|partly|partially"],
  ["condition", "if|unless|whether|provided that|in case"],
];

const QUALIFIER = new RegExp(
  ` (?:${KINDS.map(([kind, words]) => `(?<${kind}>${words})`).join("|")})(?= )`,
  "g",
);

/** These count whatever they are about, for it is mostly named with them alone: "if it rains", "except Sam". */
const OF_THEMSELVES = new Set(["condition", "except", "rate"]);

/** A qualification: its kind, and the stem of the next word of content, which is what it qualifies; "" if none follows. */
export interface Qualifier {
  readonly kind: string;
  readonly of: string;
}

/** The qualifications in `tokens` (lower-case words) in order; `names` are words that are names here: Will, May. Linear. */
export function qualifiersOf(tokens: readonly string[], names: ReadonlySet<string>): Qualifier[] {
  const words = tokens.flatMap((token) =>
    token
      .replace(/n't$/, "")
      .replace(/(?<=.)'(?=(?:ll|d)$)/, " '")
      .split(" "),
  );
  const unnamed = words.map((word) => (names.has(word) ? word.toUpperCase() : word));
  const starts: number[] = [];
  let length = 1;
  for (const word of words) {
    starts.push(length);
    length += word.length + 1;
  }
  let next = 0;
  return [...` ${unnamed.join(" ")} `.matchAll(QUALIFIER)].map(({ 0: written, index, groups = {} }) => {
    const end = index + written.length;
    while (next < words.length && ((starts[next] ?? 0) < end || isStopWord(words[next] ?? ""))) next += 1;
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? "";
    return { kind, of: senseOf(words[next] ?? "") };
  });
}

/** A text's qualifications, and its words. */
export interface Qualified {
  readonly qualifiers: readonly Qualifier[];
  readonly terms: readonly string[];
  readonly tokens: readonly string[];
}

/**
 * Whether something that both texts speak of is qualified otherwise. A kind that is more frequent in one text is no
 * difference if that is only in what the other doesn't say; nor is the future, unless the other tells of the past: "it
 * opens on Friday" says as much as "it will open on Friday". Who plans to open it is going to. Symmetric.
 */
export function qualifyOther(a: Qualified, b: Qualified): boolean {
  const [ofA, ofB] = [sharedQualifiers(a, b), sharedQualifiers(b, a)];
  const differ = (p: readonly Qualifier[], q: readonly Qualifier[], kind: string) =>
    p.filter((one) => one.kind === kind).length !== q.filter((one) => one.kind === kind).length;
  return KINDS.some(([kind]) => differ(a.qualifiers, b.qualifiers, kind) && differ(ofA, ofB, kind));
}

/** The qualifications of `own` that are of something which `other` says, too. */
function sharedQualifiers(own: Qualified, other: Qualified): Qualifier[] {
  if (own.qualifiers.length === 0) return [];
  const said = new Set(other.terms);
  const past = new Set(
    other.tokens.filter((token) => pastFormsIn([token]) > 0).map((token) => senseOf(token)),
  );
  const coming = new Set(
    other.qualifiers.filter(({ kind }) => kind === "future").map((qualifier) => qualifier.of),
  );
  return own.qualifiers.filter(({ kind, of }) => {
    if (kind === "future") return past.has(of);
    if (kind === "intention" && coming.has(of)) return false;
    return of === "" || OF_THEMSELVES.has(kind) || said.has(of);
  });
}
