/**
 * What people depend on and what they undertake, by kind: of which kind a thing is decides what it means that it is down,
 * green, out or through. Common knowledge of English, chosen by hand for an agent that is fed news and notes of work and of
 * everyday life; not derived from rated data.
 */

const KINDS = {
  /** Services, machines and supplies: they work, or they don't. */
  THING:
    "server site website service api database db app application portal page login checkout payment email mail messaging chat " +
    "system platform network internet wifi wi-fi broadband connection vpn dns cdn host cluster node backend frontend endpoint gateway " +
    "proxy worker container pod cron scheduler job sync integration webhook bot pipeline build ci deploy deployment release rollout " +
    "migration backup restore replication replica primary cache disk drive raid registry repo repository staging production prod " +
    "dashboard monitor monitoring alerting printer scanner laptop phone computer machine router modem switch engine motor pump boiler " +
    "heating heater furnace lift elevator escalator fridge freezer oven stove dishwasher toilet shower alarm radio tv car van truck " +
    "tractor generator battery power electricity grid gas plumbing signal satellite telescope camera sensor robot reactor turbine " +
    "crane hotline helpline switchboard terminal kiosk atm feed stream mirror search test suite",
  /** They run, or they don't. */
  RIDE: "ferry train tram bus metro subway underground flight plane boat coach shuttle taxi lift",
  /** They stop altogether: "the power is out". */
  SUPPLY:
    "power electricity heating internet wifi wi-fi broadband network signal water gas phone line service lift elevator server",
  /** Red or green by whether they pass. */
  CHECK:
    "test check build pipeline ci suite lint job stage branch main master trunk nightly workflow typecheck benchmark spec",
  /** What one passes or fails. */
  EXAM: "exam examination test audit inspection interview assessment check review trial finals bar vetting certification screening",
  /** What comes by post, or by itself. */
  DELIVERY:
    "package parcel letter order delivery shipment book part invoice refund payment replacement supplies",
  /** What holds until a day. */
  PAPER:
    "certificate cert licence license token passport visa permit domain key contract warranty insurance card lease",
  /** What is brought out, and taken back where it fails. */
  RELEASE:
    "release deploy deployment change update upgrade migration version rollout patch build feature commit",
  /** What goes through, or does not. */
  DEAL: "payment deal sale order transfer application transaction purchase merger request deploy deployment migration merge booking refund adoption",
  /** What is granted. */
  GRANT:
    "grant funding visa loan offer approval permit scholarship mortgage payment refund investment permission",
  /** What one is glad to get. */
  PRIZE:
    "job promotion raise loan visa part role contract grant scholarship offer deal permit flat apartment funding internship bonus refund seat",
  TARGET: "target goal quota deadline milestone forecast expectation estimate prediction",
  /** What is put off when it slips. */
  PLAN: "release deadline date launch schedule project delivery opening timeline milestone rollout",
  PEOPLE:
    "engineer developer designer employee worker colleague manager director ceo cto cfo founder chef nurse teacher doctor minister coach " +
    "trainer driver analyst editor assistant secretary contractor leader captain people member",
  CUSTOMER: "customer client subscriber tenant sponsor member user investor backer partner bidder donor",
  PARTNER: "wife husband partner girlfriend boyfriend fiancé fiancée spouse ex",
  /** What hurts. */
  BODY: "back knee head neck shoulder hip tooth teeth throat stomach belly foot feet ankle wrist ear elbow leg arm hand finger eye tummy",
  CHILD:
    "baby twin triplet son daughter niece nephew grandson granddaughter grandchild grandchildren child boy girl kitten puppy puppies calf foal",
  /** What takes long to finish. */
  WORK: "thesis dissertation degree phd doctorate apprenticeship marathon manuscript novel album",
  /** What is reviewed before it is taken in. */
  REQUEST: "request pr patch fix branch contribution",
  /** What is gone when it runs dry. */
  SOURCE: "well river creek reservoir tank fountain stream tap fund money funding supply",
  /** What is gone when it breaks. */
  SPELL: "fever heatwave drought deadlock siege curse",
  DEBT: "debt loan mortgage bill bet work effort gamble patience practice training investment risk",
} as const;

export type Kind = keyof typeof KINDS;

const MEMBERS = new Map<Kind, ReadonlySet<string>>();
for (const [kind, words] of Object.entries(KINDS)) {
  if (isKind(kind)) MEMBERS.set(kind, new Set(words.split(" ")));
}

/** Whether `name` names a kind. */
export function isKind(name: string): name is Kind {
  return name in KINDS;
}

/** Whether `noun` (lower-case, singular or plural) is of the kind. */
export function isOfKind(noun: string, kind: Kind): boolean {
  const members = MEMBERS.get(kind);
  if (members === undefined) return false;
  return members.has(noun) || (noun.endsWith("s") && members.has(noun.replace(/(?<=ch|sh|x)es$|s$/, "")));
}
