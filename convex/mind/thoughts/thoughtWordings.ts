/** The wordings of reflex thoughts, by what they say. Names in braces stand for phrases of the seeds and for what those share. */

export const WORDINGS = {
  // What the seeds come to when they are put together.
  alone: ["only one thing is before me, and it comes down to {a}"],
  opposed: [
    "{a} and {b} pull apart{over}: “{x}” in the one, “{y}” in the other",
    "“{x}” stands against “{y}”{over}, and {a} can hardly hold together with {b}",
    "one says “{x}” and one says “{y}”{over}: {a} beside {b}",
  ],
  "pull apart": ["{a} and {b} pull apart{over}", "{a} can hardly hold together with {b}{over}"],
  figures: [
    "two figures compete{over}: {x} in the one telling, {y} in the other",
    "{x} and {y} are given for one thing{over}: {a} beside {b}",
  ],
  "figures unsaid": ["the figures compete{over}: {a} beside {b}"],
  times: ["two times compete{over}: {a} beside {b}"],
  denied: ["what the one affirms the other denies{over}: {a} beside {b}"],
  felt: [
    "the voices differ{over}: {glad} is told gladly, {sore} with a sigh",
    "{glad} is good news of {about}, and {sore} is not",
    "two tones come with {about}: a bright one in {glad}, a dark one in {sore}",
  ],
  squeeze: [
    "{a} meets {others}, and all of it wants the time until {date}",
    "until {date} there is one stretch of time, and {told} have to share it",
    "{a} is one thing and {others} another: both draw on the time until {date}",
  ],
  "same day": [
    "{a} and {b} fall on the same day, {date}",
    "for {date} there are two plans, {a} and {b}",
    "{date} is claimed twice: by {a} and by {b}",
  ],
  breach: ["{deed} is what {rule} rules out", "by {rule} it should not be that {deed}"],
  met: ["{fact} fulfils the condition in {condition}", "{condition}, it was said, and {fact}"],
  foreseen: ["{fact} speaks for the condition in {condition}", "{condition}, it was said, and now {fact}"],
  cause: [
    "{effect} has its reason in {cause}",
    "behind {effect} stands {cause}",
    "{cause} explains {effect}",
    "that {effect} was told with a reason, and {cause} is that reason",
  ],
  bridge: [
    "{from} and {to} hang together by {b}: through it {a} comes within reach of {c}",
    "between {a} and {c} stands {b}, the one place where {from} and {to} hang together",
    "{b} is what {from} and {to} have in common, so {a} and {c} are not as far apart as they sound",
  ],
  "ruled out": [
    "{b} rules out a tie between {from} and {to}, so {a} and {c} stand side by side and no more",
    "{b} rules out that {from} and {to} hang together in this: from {a} nothing leads to {c}",
  ],
  several: ["{told} are told of {ones}, which are {many} and not one", "{ones} are {many} of a kind: {told}"],
  place: ["{about} is what {told} have in common", "{told} meet in one thing, {about}"],
  apart: [
    "I find nothing that joins {a} and {b}, and lay them side by side all the same",
    "I see no thread that leads from {a} to {b}",
    "{a} and {b} came together, but no thread between them shows",
  ],
  subject: [
    "{told} lead to {about}, each from its own side",
    "I read {told} as {sides} sides of {about}",
    "taken together, {told} say more of {about} than each does alone",
    "{told}: {sides} tellings, and {about} in each",
    "of {about} I have been told {told}, which belong side by side",
    "side by side, {told} are {sides} things told of {about}",
  ],

  // How they stand to each other beyond that.
  "one story": [
    "so they are one story and not two, and whoever wants to change the first has to look at the second",
    "then the second is the place to begin, for the first only follows from it",
    "so to judge the one without the other would be to judge half of it",
  ],
  "rule broken": [
    "if the rule held then and both are told right, it was broken",
    "both can be true, and then somebody did what was not to be done",
  ],
  "so follows": [
    "what hangs on it should follow then",
    "so I count on what follows from it, unless somebody has thought better of it",
  ],
  "may follow": ["if it comes so, what hangs on it should follow"],
  "neither end": [
    "neither end says so by itself",
    "taken alone, neither end would have told me of the other",
    "only with the middle one in hand do the outer two belong to one picture",
  ],
  "kept apart": [
    "without that word I might have joined the outer two",
    "that is worth knowing, for the outer two alone would have looked like one matter",
  ],
  "not one": ["what holds of the one need not hold of the {others}"],
  "by chance": [
    "that may be chance, for neither says more of {about}",
    "whether that is more than chance, neither says",
  ],
  unseen: [
    "if they belong together, it is by something that I don't see in either",
    "that they reached me together need mean nothing",
  ],
  "no room": [
    "as they stand, not all of them can be kept",
    "each is possible by itself; together they leave little room",
    "nobody says which of them is to give way",
  ],
  "one day": ["whether that day has room for both, neither says"],
  "own voice": ["one of these voices is my own earlier one, so it proves nothing"],
  heavy: [
    "{who} weigh on it, and {none}",
    "{who} speak of it with trouble",
    "there is no good news among them",
  ],
  light: ["{who} speak well of it", "{who} are glad of it, which one alone might merely hope"],
  mixed: ["{glad} pulls it one way and {sore} the other, so it is neither simply well nor simply ill"],
  twice: [
    "{further} is in each of them too, so they meet in more than one thing",
    "they share {further} as well, which makes chance less likely",
  ],
  sources: [
    "they reach me from different sides that need not know of each other",
    "that they come from different sources speaks against a single rumour",
    "more than one source tells of {about}, each of another thing",
  ],
  neighbours: [
    "it is I who draw the thread between them, so it is mine to test",
    "they came to me apart; what moves them closer is {about}",
    "none of them gives a reason for another, so I take them as neighbours and no more",
    "each was told without the other, and may be what the other is missing",
    "whether one has to do with the other, none of them says",
    "that each names {about} is sure; what follows from that is not",
  ],

  // What stands beside those that the thought turns on.
  beside: ["{c} stands beside that{by}", "{c} belongs into the same picture{by}", "to this comes {c}{by}"],
  "stands apart": ["{left} stands apart from both as well{others}"],
  "more of it": ["{more} more {say} something of it too"],

  // What follows, or what stays open.
  "which figure": ["until I know which of {them} holds, I would build on neither"],
  "which holds": [
    "either something changed with {about} in between, or one of them is wrong; which is the later would settle it",
    "I can't take both for true of {about}; I want to know who saw it and when",
    "the better witness may be right about {about}; who that is neither says",
  ],
  "later holds": [
    "{later} was told {gap} after {earlier}, so it may be that something changed with {about} in between",
    "of the two {later} is newer by {gap}, and I would go by that until somebody says otherwise",
    "the later word is {later}, {gap} after the other; what was so then may be over",
  ],
  "later figure": [
    "{later} was told {gap} after {earlier}, and until I hear more I go by the later figure",
    "the newer figure, by {gap}, stands in {later}; I would ask before I build on the other",
  ],
  "asked among": [
    "the question among them is what stays open",
    "first of all the question among them wants an answer",
  ],
  "asked beside": ["what stays open is what is asked: {asked}"],
  "for whom": [
    "for whom that is good and for whom it is not, neither says; that is the thing to find out",
    "which of the two weighs more for {about} I can't tell from here",
  ],
  "give way": [
    "what I would settle first is what can move: the date, the work or the absence",
    "who knows of all of it should be asked soon, while there is time left until {date}",
    "if nobody moves anything, {date} will tell which of them was let go",
  ],
  "who moves": ["which of the two moves is the thing to ask before {date}"],
  reason: [
    "should the second end and the first stay, there is a reason that nobody has named",
    "if that is right, the next word about the second tells how the first goes on",
    "whoever tells me more of the second tells me of both",
  ],
  leave: [
    "whether somebody had given leave is what I would ask first",
    "who sees to the rule, and whether they know of it, neither says",
  ],
  "see whether": ["whether it does is what I would look at next", "who has to act on it should hear of both"],
  middle: [
    "neither of the outer two names the other, so it is {b} that I would look at again",
    "whether that is more than a crossing of ways, whoever told me {b} may know",
    "all of it rests on {b}; were that wrong, I would see nothing between the other two",
  ],
  "ruled out by whom": [
    "how that was ruled out, and by whom, is what I would ask before I rely on it",
    "what {a} hangs on instead none of them says",
  ],
  "alone so far": ["it stands alone in what I have, so I draw nothing from it yet"],
  heavier: ["of these I would follow {a} first, since it weighs more with me"],
  "none heavier": [
    "none of it weighs more with me than the rest, so what would join them is the thing to look for",
    "I have no ground to follow one before the other, and wait for a word that names both",
  ],
  conditional: [
    "{open} is a condition, and whether it comes about is what I would find out",
    "what {open} comes to, only its condition decides; the rest is so already",
  ],
  unsettled: [
    "much hangs on {open}, and that is not settled",
    "I would not count on {open} before it is sure; the rest stands without it",
    "what to make of the rest depends on {open}, which may come out either way",
  ],
  "taken back": [
    "after {now} I would not count on {open} any more",
    "{open} was meant once; {now} speaks of a change, and I would go by that",
  ],
  intended: [
    "{open} is still to come, so the rest may bear on it",
    "of these {open} is the one that can still be changed",
    "whether {open} comes about is what I would look for next",
  ],
  final: [
    "that can't be undone, so I look for nothing that would have to come of it",
    "what is over there is over; what is left is with those who are named beside it",
  ],
  "of a kind": [
    "whether they have more in common than their kind is what I would ask",
    "before I learn from the one for the other, I would ask how alike they are",
  ],
  worse: [
    "whether it is getting worse or was so before is what I would ask about {about} first",
    "I mean to watch {about}, and would be glad to be wrong",
    "who could help with {about} none of them says; that is worth asking",
  ],
  better: [
    "I would like to know of {about} what made it so, for then it could be had again",
    "should one of them fail, I would learn how much of the good {about} really carries",
    "so far nothing speaks against it, and I would believe it more if somebody had tried",
  ],
  "open in order": [
    "{earlier} was told first, {gap} before {later}; if one moved the other, it was that way round",
    "{later} came {gap} after {earlier}; whether anything leads from the one to the other is what I would ask about {about}",
    "I would ask whoever knows {about} whether {later}, {gap} later, has to do with {earlier}",
  ],
  open: [
    "I would ask whoever knows {about} whether they have to do with each other",
    "should one change and the rest stay as it is, then they share {about} and no more",
    "the next word about {about} may tell which of them matters more",
    "I can tell what was said of {about}, and not yet what it means",
    "a reason that names more than one of them would be worth more than another such detail",
  ],
} as const satisfies Record<string, readonly string[]>;

export type Wording = keyof typeof WORDINGS;

/** `wording` with what its braces stand for. */
export function filled(wording: string, values: Readonly<Record<string, string>>): string {
  return wording.replace(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? "");
}

/** Everything that the rules say of themselves, without what they say it of. */
export function fixedWording(): string {
  const sentences = Object.values(WORDINGS).flatMap((wordings) => [...wordings]);
  return `${sentences.join(". ").replace(/\{\w+\}/gu, " ")}. ${SMALL_PARTS}`;
}

/** What is put into braces that comes of no seed. */
const SMALL_PARTS =
  "over it, them; both, all; neither lightens the other, none lightens the others; two three four five six seven eight; say says; which touches it by, does do; other others; a minute minutes an hour hours days";
