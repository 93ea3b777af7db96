/** Words that tell how long a statement holds: for a moment, until it is undone, for good. All as stems. */
import { tableStem, tableStems as stems } from "./tableWords";

/** What is done and undone: that somebody sold it does not deny that they bought it. */
export const REVERSIBLE = stems(
  "buy sell open close shut lock unlock arrive depart leave enter exit join come go give take send receive find lose push pull " +
    "start begin stop end finish borrow lend deposit withdraw save spend earn add remove install uninstall connect disconnect " +
    "enable disable upload download ask answer import export wake sleep hire fire wet dry connect fill empty inhale exhale " +
    "float sink freeze melt continue resume appear disappear create destroy remember forget laugh cry teach learn",
);
/** What is won or lost for good, where the other is lost for good. */
export const DECISIVE = stems("win");
/** What rises and falls. */
export const CHANGES = stems(
  "rise fall drop climb gain lose jump slump surge plunge increase decrease grow shrink decline slide improve worsen strengthen " +
    "weaken expand contract raise reduce soar tumble dip rally advance retreat",
);
/** How somebody or something is for a while. */
export const MOMENTARY = stems(
  "happy sad unhappy glad angry calm hungry tired asleep awake busy free cold hot warm cool sick ill well wet dry early late " +
    "quiet loud noisy silent dark bright light present absent clean dirty online offline up down optimistic pessimistic",
);
/** What is read off and is of its moment, and by what. */
export const READINGS = stems(
  "read show measure record register display indicate log report sensor reading thermometer meter gauge temperature humidity pressure pulse " +
    "battery balance share stock index queue wind visibility",
);
/** What comes to pass once, so that one number of it is right. */
export const ONCE = stems(
  "acquire destroy kill injure wound found born die build invent inherit marry sink sign elect ratify",
);
/** What happens at one time, and whose time says when. */
export const SCHEDULING = stems(
  "meet start begin open close reopen leave depart arrive end finish happen launch air move marry sail hold " +
    "resume commence convene expire",
);
/** What is so at a time that is set for it. */
export const DUE = stems("due schedule plan expect hold");
/** The same of the past. */
export const SCHEDULED = stems("move postpone reschedule shift delay born die marry found reopen launch");
/** Beside these a number is a bound or a guess, which another number need not deny. */
export const COMPARING = new Set(
  "least most over under above below than about around nearly almost approximately roughly circa between minimum maximum up some".split(
    " ",
  ),
);
/** What can be said with one name only, and the words that the name stands after, one of them. */
export const FUNCTIONAL: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ["live", "in"],
    ["reside", "in"],
    ["born", "in"],
    ["based", "in"],
    ["located", "in"],
    ["headquartered", "in"],
    ["married", "to"],
    ["work", "for at"],
    ["report", "to"],
    ["called", ""],
    ["named", ""],
    ["hosted", "on by at in"],
    ["stored", "in on at"],
    ["keep", "in on at"],
    ["deployed", "on to"],
    ["write", "in"],
    ...[
      "handled",
      "run",
      "managed",
      "owned",
      "lead",
      "headed",
      "maintained",
      "operated",
      "processed",
      "powered",
      "supplied",
    ].map((verb) => [verb, "by"]),
  ].map(([word = "", links = ""]) => [tableStem(word), links.split(" ")] as const),
);
/** What only one is at a time: the head of a subject that is somebody or something by name. */
export const ROLES = stems(
  "ceo cto cfo coo president chair chairman chairwoman chancellor mayor governor king queen manager boss supervisor director captain coach " +
    "owner landlord husband wife spouse fiancé fiancée boyfriend girlfriend mother father capital headquarters hometown birthplace surgeon " +
    "dentist accountant therapist lead maintainer operator employer publisher successor predecessor name surname username nickname timezone " +
    "currency nationality citizenship region",
);
/** What tells one from all others of its kind. */
export const DISTINCTIVE = stems(
  "primary main native official legal current staging production best biggest top usual",
);
/** The same, of what is chosen, and so told by a common noun as well: "my favourite food is sushi". */
export const CHOSEN = stems("default favourite favorite preferred");
/** Of what a person has there is mostly one, told by its make: "my car is a Volvo". */
export const NAMED_KINDS = stems("car phone laptop computer bike motorbike camera");
/** Of these somebody may have several, each with a name. */
export const SEVERAL = stems(
  "brother sister sibling son daughter child kid grandson granddaughter grandchild cousin uncle aunt nephew niece friend neighbour neighbor " +
    "colleague roommate flatmate student pupil client patient",
);
/** These go more than once a day. */
export const LINES = stems("train bus ferry tram subway metro boat shuttle coach");
/** What stays where it is. */
export const PREMISES = stems(
  "office warehouse headquarters factory store shop museum school hospital library studio lab laboratory hotel datacenter data-center " +
    "branch clinic bakery workshop plant archive",
);
/** Who does so with one of two opposites does not with the other. */
export const EXCLUSIVE = stems("prefer favour favor");
/** Who is said not to do so doesn't at all. */
export const HABITS = stems("smoke vape gamble snore");
export const MARRIED = stems("married engaged");
/** Nouns after which a letter is a number: "gate B". */
export const LETTERED = new Set(
  "room gate platform terminal building block wing level plan option group team section row line bay dock hall tower zone lane track berth exit shelf rack class grade".split(
    " ",
  ),
);
/** What such a noun is followed by is the name of one of many: "comment 12" and "comment 59" are two things. */
export const SERIES = new Set(
  (
    "comment reply mention post message mail email letter issue ticket bug task item entry note question answer episode chapter part volume " +
    "season lesson lecture exercise session round match game set attempt try trial test sample run build commit release batch order invoice " +
    "parcel survey report case claim application step week day stage lap heat track song scene act verse photo picture figure table example"
  ).split(" "),
);
/** What a number or a letter is the name of. */
export const DESIGNATIONS = stems(
  "code pin number password phone telephone extension port postcode zip licence license passport iban id serial account address " +
    "birthday birth model frequency",
);
/** What something has as many of as it was made with. */
export const PARTS = stems(
  "page chapter volume floor storey story bedroom bathroom leg string wheel side cylinder gear sibling brother sister",
);
/** How far something reaches. */
export const LENGTHS = stems("long tall high wide deep");
/** What stays as long and as high as it was built. */
export const STRUCTURES = stems(
  "bridge viaduct aqueduct tower steeple tunnel wall dam pier church cathedral castle monument mast pyramid statue building house canal " +
    "mountain island lake street road avenue table bed wardrobe shelf door window",
);
/** Units of which only one is right beside a number. */
export const UNIT_STEMS = stems(
  "kilogram gram ton tonne pound metre kilometre centimetre millimetre mile foot inch minute hour second day week month year " +
    "litre liter millilitre gallon percent dollar euro yen franc celsius fahrenheit degree megabyte gigabyte terabyte mb gb tb kb",
);
