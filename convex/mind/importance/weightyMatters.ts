/**
 * What matters by its nature, however few its words: life and death, love and family, violence and disaster, work and home
 * won or lost; what is grave beside it; and what must not be forgotten: rules, wishes, dates, names.
 * Common knowledge of English and of what people call important, chosen by hand; not derived from rated data.
 */
import { senseOf } from "../language/senses";
import { tableStem } from "../language/tableWords";

/** How much of the way to 1 each kind of matter takes. */
export const TURN = 0.35;
const GRAVITY = 0.15;
const LASTING = 0.04;

/**
 * One a line: words for one place stand beside each other with `|`, in any inflection; `*` lets up to three words stand
 * between; `NAME` is a name that is no date; what follows `!` must not come next.
 */
const TURNS_OF_A_LIFE = {
  death: `
die !laughing|for|down|out|to
death|funeral|stillborn|miscarriage|miscarry|overdose|manslaughter|murder|suicide|widow|widower|orphan|homicide
dead !end|line|code|letter|link|lock|weight|simple|easy|right|slow|sure
pass away
kill !an|time|it|process|job|task|switch|two
drown !out|in
mortal|fatal|lethal|terminal|terminally|assassinate|assassination|massacre|genocide
kill|hurt|harm myself|himself|herself|themselves
suicidal|self-harm
year|month|week|day to live
lose * wife|husband|mother|father|son|daughter|child|baby|brother|sister
survive
be|get rescue
rescue * child|person|man|woman|family|crew|dog|cat|girl|boy|miner|sailor|climber|hostage
save my|his|her|their|our life`,
  illness: `
cancer|tumour|tumor|leukemia|leukaemia|dementia|alzheimer|parkinson|epilepsy|hiv|chemo|chemotherapy|sclerosis|aneurysm
have|suffer|after|his|her|from|second|minor|massive|small a stroke !of
heart attack|failure|transplant|condition
kidney|liver|organ|lung|renal failure|transplant|donor|disease
diagnose|diagnosis|diabetes|diabetic|paralyse|paralyze|coma|transplant|amputate|quadriplegic|sepsis
disease|disorder|syndrome|schizophrenia|schizophrenic|psychosis|psychotic|arthritis|lupus|hepatitis|pneumonia|tuberculosis|malaria
allergic|allergy to
anaphylactic|anaphylaxis|epipen|nitroglycerin|defibrillator
meningitis|thrombosis|embolism|anorexia|bulimia|infertile|infertility|pacemaker|dialysis|insulin|hospice|palliative|ventilator|remission
blind|deaf|disabled|disability|wheelchair|amputee|mute !spot|date|test|review|carbon
colour-blind|color-blind|colorblind
intensive care
sober|rehab|relapse|addict|addiction|alcoholic|alcoholism
quit * smoking|drinking|gambling|alcohol
injure|injury|casualty`,
  family: `
pregnant|pregnancy|childbirth|newborn|ivf|abortion
be born !to|ready|out|from
give birth
have * baby|twin|triplet !sitter|monitor|shower
expect * baby|child|twin|daughter|son
baby|twin|child be due|here
baby|daughter|son|twin * first step|word
be a boy|girl !who|that|in|on|band
adopt * baby|child|son|daughter|girl|boy
foster|paternity|maternity|godchild
become|be a|the father|mother|dad|mum|mom|parent|grandfather|grandmother|grandparent|grandpa|grandma|aunt|uncle|godfather|godmother
get|be|become engaged !in|with|by|on
marry|marriage|divorce|fiancé|fiancée|fiance|fiancee|honeymoon
propose to me|her|him
say yes !to|but|and|for|on|as|if|when|because|he|she|they|we|i|you|the|please|or
break up !into|the|a
split up !into|the|a|an|our|my|your|his|her|their|this|that|between|among|by|work|task
break|call off * engagement|wedding
wife|husband|boyfriend|girlfriend|partner|fiancé|fiancée leave me|him|her
leave * wife|husband|spouse
cheat on me|him|her|my|his
have an|her|his|my affair
betray|betrayal|infidelity
love of my|his|her life
fall in love
move in together|with
come out to|as * parent|mother|father|mum|mom|dad|family|gay|lesbian|trans|bisexual|me
lesbian|gay|transgender|bisexual|non-binary
trans man|woman|kid|person`,
  violence: `
rape|assault|abuser|abusive|molest|stalk|stab|kidnap|abduct|hostage|gunpoint|knifepoint|torture|mug|batter
hit|slap|punch|choke|strangle|attack|threaten|harass me|him|her|us|them
hit|beat|slap|punch|choke|attack|threaten|harass|abuse * wife|husband|child|kid|son|daughter|mother|father|girlfriend|boyfriend|woman|man
sexual|sexually|domestic harass|harassment|abuse|violence
rob|robbery|burgle|burglary
burglar !alarm
break into * house|home|flat|apartment|shed|garage|car|van|shop|store|office|cellar|room|locker|school|barn
break-in
be|get shoot !at|by|in
school|mass|drive-by|deadly shooting
shooting at|in|near|on !star|guard
gunman|gunfire|terrorist|terrorism|bomb|bombing|landmine|missile|airstrike|shelling
violence|violent|invasion|invade|riot|coup|ceasefire
war !of|on|film|movie|game|room|story|craft|and
arrest|prison|jail|imprison|convict|guilty|deport|deportation|asylum|refugee|exile
sentence to * year|month|prison|death|life
missing since|person|for
go missing`,
  disaster: `
earthquake|tsunami|hurricane|tornado|wildfire|avalanche|volcano|pandemic|epidemic|famine|drought|flooding|inferno
landslide !win|victory|majority
explosion !of
explode|evacuate|evacuation|shipwreck|derail|blackout|meltdown|radiation
burn down|to
house|home|flat|apartment|village|town|basement be|get flood
under|below water
ship|boat|ferry|dam|bridge|building|roof|mine sink|break|burst|collapse
car|plane|train|bus|bike|motorcycle crash|accident
be|get run over !budget|time|schedule|the|it|this|that|to`,
  livelihood: `
be|get fired !up
lay off
lose * job|home|house|leg|arm|sight|everything
quit * job|school|university
run out of money|cash|food|insulin|medicine|medication|oxygen|funding|water
shut|close down|for
bankrupt|bankruptcy|insolvent|insolvency|evict|eviction|foreclosure|homeless
get|land the|that|this job !done|title|description|interview|ad|list|of
inherit|inheritance
win|get * lottery|championship|election|tender|title|prize|award|medal|scholarship|cup
elect|nominate|knight as|president|mayor|chancellor|chair|him|her|me
olympic|nobel|pulitzer|oscar|grammy`,
};
const GRAVE_MATTERS = {
  health: `
hospital|hospitalise|hospitalize|surgery|ambulance|icu|biopsy|seizure|concussion|asthma|migraine|depression|anxiety|ptsd|trauma|autism|adhd|bipolar
allergy|allergic|intolerant|intolerance|coeliac|celiac|inhaler|medication
fall|break * leg|arm|hip|wrist|ankle|rib|nose|collarbone|neck
blood type|group
heartbroken|devastated|grief|grieve|mourn
bully|harass|harassment|discriminate|discrimination|racist|racism`,
  steps: `
wedding !cake|dress|shop
newlywed|stepfather|stepmother
adopt * child|baby|boy|girl|son|daughter|kid|twin|dog|cat|puppy|kitten
adoption paper|agency|centre|center
graduate|graduation|phd|doctorate|valedictorian|scholarship
promote !the|our|a|your|it|its
get|earn|land * promotion
accept to|into|at|by * school|university|college|program|academy
get into * school|university|college|program|academy
fail|flunk|pass * exam|bar|test|audit|boards
retire|retirement|resign|resignation|layoff|redundancy|redundant
hire|recruit * director|ceo|cto|manager|engineer|founder
join * as * ceo|cto|cfo|coo|director|manager|engineer|founder|partner|head|lead
job offer
get|start|find|land|accept * new job
buy|sell * house|flat|apartment|home|company|business|farm
found|start|launch * company|startup|business|bakery|charity|firm|band|family
move|relocate|emigrate|immigrate|return|back to NAME
move from NAME
emigrate|immigrate|relocate
join|leave|found NAME !at|on|for|in
marry|date NAME
first marathon|house|home|car|job|kiss|book|child|flight|customer|patient|novel
run away
confess|confession|apologise|apologize|forgive|blackmail|threaten|threat|lie !down|in|on|ahead`,
  law: `
debt|mortgage|fraud|embezzle|embezzlement|lawsuit|sue|verdict|lawyer|attorney|custody|testify|felony|subpoena|whistleblower
court rule|date|case|order|hearing
in|to|before court
visa|citizenship|passport|asylum|custody|loan|mortgage be deny|grant|approve|reject
steal|theft`,
  access: `
safe|door|gate|alarm|entry|lock|locker|access|security|wifi|wi-fi|bike|garage|building|recovery|vault|keypad code|pin|combination|password|passcode|key be
code|pin|combination of|for|to * safe|door|gate|alarm|lock|locker|garage|vault be
spare key|keys
seed|recovery phrase`,
  work: `
merger|acquisition|acquire|ipo
cancel|terminate|end * contract|subscription|project|wedding|engagement
sign * contract|deal|agreement|lease|treaty
raise|close * million|billion|round|series
million|billion be missing|lose|steal|go
million|billion euro|dollar|pound|user|person
lose * data|customer|client|contract|record|account|backup|championship|savings|money
breach|ransomware|phishing|malware|hacker|cyberattack
hack !day|week|a|together|on
password|key|token|credential|secret|account|data|card|identity be|have|get steal|hacked|leaked|compromised|exposed
leak|expose|steal * password|key|token|credential|secret|data
key|token|credential|secret|password leak !on
vulnerability|outage|incident|sabotage
delete|drop|wipe|corrupt|destroy * production|database|backup|record|data|customer|table
production|database|backup|record|data|customer|table be delete|drop|wipe|corrupt|destroy
data loss
accident|emergency|disaster|catastrophe|crisis|urgent
critical !acclaim|path|mass|thinking|eye|review
root cause
emergency|next contact|number|kin`,
};
const LASTING_MATTERS = {
  rules: `
must|should|do|please|can never|always
never|always|don't answer|reply|write|speak|address|ask|confirm|include|sign|email|text|wake|interrupt|mix|open|deploy|push|share|give|tell|merge|call|use|send|store|delete|mention
important|rule to|be
forbid|mandatory|compulsory
decide|decision|vow|resolve|resolution
deadline|renewal|expire|expiry
due on|by|in|until !to`,
  person: `
user * prefer|like|want|hate|dislike|need|live|work|be
prefer|preference
vegan|vegetarian|kosher|halal|gluten|lactose
can't|cannot|not|don't|never|doesn't eat|swim|drink|drive|walk|hear
afraid|scared|terrified of
phobia
my|our|his|her|biggest|life dream|ambition|mission
live|work|study|teach|grow|base|bear in|at|for|up|to NAME
name be
be call|named NAME
have * brother|sister|son|daughter|child|kid|twin|husband|wife NAME
password|passcode|pin|address|email|number be
convert to`,
  change: `
double|triple|halve|raise|lower * rent|price|salary|wage|tax|fee
recession|unemployment|inflation|scandal|corruption|bribe|impeach|sanction|recall
on strike
lose half|most|third of
launch|release|wedding|surgery|trial|project|move be postpone|delay|cancel
postpone|delay|cancel * launch|release|wedding|surgery|trial|move
runway|funding|savings|money end|run`,
};

const BE = new Set("am is are was were been being be".split(" "));
const SHORT_BE = /^(?:i'm|(?:you|we|they)'re|(?:he|she|it|that|who|there)'s)$/;

/** A place of a matter: the stems that may stand there, and whether others may stand before it. */
export interface MatterPart {
  readonly stems: ReadonlySet<string>;
  readonly isName: boolean;
  readonly gap: boolean;
}

/** A matter as texts tell it, and what must not follow. */
export interface Matter {
  readonly weight: number;
  readonly parts: readonly [MatterPart, ...MatterPart[]];
  readonly unlessNext: ReadonlySet<string>;
}

let byStem: ReadonlyMap<string, readonly Matter[]> | undefined;

/** The matters whose first part is `stem`. All are read when the first is asked for: not each call that loads this module needs them. */
export function mattersFrom(stem: string): readonly Matter[] {
  byStem ??= filed([
    ...parsed(TURNS_OF_A_LIFE, TURN),
    ...parsed(GRAVE_MATTERS, GRAVITY),
    ...parsed(LASTING_MATTERS, LASTING),
  ]);
  return byStem.get(stem) ?? [];
}

function filed(matters: readonly Matter[]): ReadonlyMap<string, readonly Matter[]> {
  const files = new Map<string, Matter[]>();
  for (const matter of matters) {
    for (const stem of matter.parts[0].stems) {
      const file = files.get(stem);
      if (file === undefined) files.set(stem, [matter]);
      else file.push(matter);
    }
  }
  return files;
}

function parsed(tables: Readonly<Record<string, string>>, weight: number): Matter[] {
  return Object.values(tables)
    .flatMap((table) => table.trim().split("\n"))
    .map((line) => {
      const [phrase = "", unless = ""] = line.split(/ ?!/);
      const parts: MatterPart[] = [];
      let gap = false;
      for (const token of phrase.split(" ")) {
        if (token === "*") gap = true;
        else {
          parts.push({ stems: stemsOf(token), isName: token === "NAME", gap });
          gap = false;
        }
      }
      const [first, ...others] = parts;
      if (first === undefined) throw new Error(`No words: ${line}`);
      return { weight, parts: [first, ...others], unlessNext: unless === "" ? new Set() : stemsOf(unless) };
    });
}

function stemsOf(alternatives: string): ReadonlySet<string> {
  return new Set(alternatives.split("|").map((word) => (BE.has(word) ? "be" : tableStem(word))));
}

/** Words of another sense whose stem is that of a matter: a radiator is no radiation, a mug on the table mugs nobody. */
const OTHERS = new Set(
  "radiator radiators hospitality hospitable invasive mug mugs batter batters stalk stalks".split(" "),
);

/** What all inflections of a word in a text share here, those of "be" and "have" too; empty for what is of another sense. */
export function matterStem(word: string): string {
  if (OTHERS.has(word)) return "";
  if (BE.has(word) || SHORT_BE.test(word)) return "be";
  return word === "has" || word === "had" ? "have" : senseOf(word);
}
