/** What a tick without a model says of what it remembers where something came in: what bears on it. */
import { DEFAULT_THRESHOLD, duplicateSimilarity } from "../../../mind/duplicates/duplicate";
import { parsedText } from "../../../mind/text/parsedText";
import { byGravity } from "../events/eventWords";
import { tellsOrAsks, toldByMemory } from "../events/orders";
import type { Situation, SituationEvent, SituationMemory } from "../../../mind/tick/situation";
import { framed, withoutFrame } from "../language/frames";
import { ago, fullStop, quoted } from "../../../mind/text/phrasing";
import { contradict, linkText, type LinkText } from "../memory/links";
import { bringsUpToDate, tellsOfChange } from "../memory/updates";
import { rawSimilarity } from "../../../mind/ranking/lexical";
import { UNCOUNTED } from "../../../mind/ranking/idf";
import { NAME_WORTH, aboutOf, bears, sharedBy, weightOfShared, type About } from "../statements/bearing";
import { isNewOccurrence } from "../time/occurrences";
import { eventMemories } from "./learning";
import { LeftOut } from "./leftOut";

/** What memories add to a telling of the events. */
export interface Recollection {
  /** A paragraph; "" where there is nothing to say. */
  readonly told: string;
  /** The numbers of the memories that it draws on. */
  readonly used: readonly number[];
  /** The events that a memory contradicts, among those looked at. */
  readonly disputed: readonly SituationEvent[];
}

/** The gravest events are looked at for what they call to mind. */
const LOOKED_AT = 3;
const MOST_TOLD = 2;
const QUOTE_LENGTH = 200;
/** Raw likeness under which two texts are not looked at for what they say of one thing. */
const ALIKE = 0.15;
/** The default of DEDUP_THRESHOLD: what would be one memory is known. */
const DUPLICATE = { threshold: DEFAULT_THRESHOLD, meaning: null };
const HOUR_MS = 3_600_000;
/** A text is compared by its beginning. */
const READ_LENGTH = 1000;

const NOTHING: Recollection = { told: "", used: [], disputed: [] };

/** What the memories of `situation` add to its telling. */
export function recollectionOf(situation: Situation): Recollection {
  return situation.memories.length > 0 && situation.events.length > 0 ? calledToMind(situation) : NOTHING;
}

/** `outdated`: it was so until the event; `doubted`: it is known, and so is what speaks against it. */
type Bearing = "contradicts" | "outdated" | "doubted" | "known" | "bears";
interface Borne {
  readonly bearing: Bearing;
  /** How much it shares with the event that it shares most with. */
  readonly weight: number;
  /** The events that the memory contradicts, and those that say the same. */
  readonly disputed: readonly SituationEvent[];
  readonly same: readonly SituationEvent[];
}

/** An event, read once for all memories. */
interface Looked {
  readonly event: SituationEvent;
  readonly text: LinkText;
  readonly about: About;
}

function calledToMind(situation: Situation): Recollection {
  const { events, memories, now, timeZone } = situation;
  const left = new LeftOut(situation);
  const looked = byGravity(events.filter(tellsOrAsks))
    .slice(0, LOOKED_AT)
    .map((event) => ({
      event,
      text: read(event.content, event.receivedAt, timeZone),
      about: aboutOf(event.content),
    }));
  const found = memories.flatMap((memory, i) => {
    const isLeft = left.mentionedBy(withoutFrame(memory.content)) !== null;
    const borne = isLeft ? null : bearingOf(memory, looked, timeZone);
    return borne === null ? [] : [{ memory, ...borne, number: i + 1 }];
  });
  const disputed = found.flatMap((one) => one.disputed);
  const isDoubted = (event: SituationEvent) =>
    ((event.echo === "denies" || event.echo === "renumbers") && !tellsOfChange(event.content)) ||
    disputed.includes(event);
  const borne = found.map((one) =>
    one.bearing === "known" && one.same.some(isDoubted) ? { ...one, bearing: "doubted" as const } : one,
  );
  const order: readonly Bearing[] = ["contradicts", "outdated", "doubted", "known", "bears"];
  const told = foremost(
    borne.sort((x, y) => order.indexOf(x.bearing) - order.indexOf(y.bearing) || compared(x, y)),
    memories,
    timeZone,
  );
  return {
    told: told
      .map(({ memory, bearing }, i) => {
        const before = told[i - 1];
        const again =
          before !== undefined &&
          (memory.own ? before.memory.own : !before.memory.own && before.bearing === bearing);
        return sentenceOn(memory, bearing, now, again);
      })
      .join(" "),
    used: told.map(({ number }) => number),
    disputed,
  };
}

type Found = Borne & { readonly memory: SituationMemory; readonly number: number };

/** What others said first, then what was asked and what the agent made of it; what shares most, and of that what is newest by the hour. */
function compared(x: Found, y: Found): number {
  return (
    Number(x.memory.own) - Number(y.memory.own) ||
    Number(isAsked(x.memory)) - Number(isAsked(y.memory)) ||
    y.weight - x.weight ||
    hourOf(y.memory) - hourOf(x.memory)
  );
}

function hourOf({ createdAt }: SituationMemory): number {
  return Math.floor(createdAt / HOUR_MS);
}

/** Those to tell: nothing that another brings up to date, and beside what shares more than a name nothing that shares that alone. */
function foremost(found: readonly Found[], memories: readonly SituationMemory[], timeZone: string): Found[] {
  // What was done about it may share too little with what came in: "Is the gate stuck?", "I oiled the gate."
  const isOutdated = ({ memory, bearing }: Found) =>
    (bearing === "bears" || bearing === "outdated") &&
    memories.some(
      (other) =>
        !other.own &&
        other.createdAt > memory.createdAt &&
        bringsUpToDate(other.content, memory.content, {
          a: other.createdAt,
          b: memory.createdAt,
          timeZone,
        }),
    );
  const statements = found.filter(({ memory }) => !memory.own && !isAsked(memory));
  const most = Math.max(0, ...statements.map(({ weight }) => weight));
  const isFaint = ({ bearing, weight }: Found) =>
    bearing === "bears" && weight <= NAME_WORTH && most > NAME_WORTH;
  const told = found.filter((one) => !isOutdated(one) && !isFaint(one)).slice(0, MOST_TOLD);
  // Its own conclusions are about many things, and add nothing to what was said.
  return told.some(({ memory }) => !memory.own) ? told.filter(({ memory }) => !memory.own) : told.slice(0, 1);
}

function bearingOf(memory: SituationMemory, events: readonly Looked[], timeZone: string): Borne | null {
  const held = read(memory.content, memory.createdAt, timeZone);
  const about = aboutOf(memory.content);
  const alike = events.filter(({ text }) => rawSimilarity(text.profile, held.profile, UNCOUNTED) >= ALIKE);
  const updating = events.map(({ event }) => event).filter((event) => isUpdatedBy(memory, event, timeZone));
  const disputed = alike
    .filter(({ event, text }) => !updating.includes(event) && contradict(held, text))
    .map(({ event }) => event);
  const same = alike.map(({ event }) => event).filter((event) => saysSame(memory, event, timeZone));
  const shared = events.map((event) => sharedBy(event.about, about)).filter(bears);
  const weight = Math.max(0, ...shared.map(weightOfShared));
  if (disputed.length > 0) return { bearing: "contradicts", weight, disputed, same: [] };
  if (updating.length > 0) return { bearing: "outdated", weight, disputed, same: [] };
  if (same.length > 0) return { bearing: "known", weight, disputed, same };
  return shared.length > 0 ? { bearing: "bears", weight, disputed, same } : null;
}

/** Whether the event says what has become of what is remembered. */
function isUpdatedBy(
  memory: SituationMemory,
  { source, content, receivedAt }: SituationEvent,
  timeZone: string,
): boolean {
  return (
    !memory.own &&
    !isAsked(memory) &&
    receivedAt >= memory.createdAt &&
    bringsUpToDate(framed(source, content), memory.content, { a: receivedAt, b: memory.createdAt, timeZone })
  );
}

/** Whether a memory is of somebody's having asked or ordered, and no more: it tells of nothing, and comes after what does. */
function isAsked({ content }: SituationMemory): boolean {
  return toldByMemory(content) === "";
}

/** Whether a memory is what would become of the event. */
function saysSame(
  { content: memory, createdAt }: SituationMemory,
  event: SituationEvent,
  timeZone: string,
): boolean {
  if (isNewOccurrence(event.content, { before: createdAt, now: event.receivedAt, timeZone })) return false;
  const [learned] = eventMemories({ events: [event] });
  return [event.content, ...(learned === undefined ? [] : [learned.content])].some((text) => {
    const [a, b] = [parsedText(memory.slice(0, READ_LENGTH)), parsedText(text.slice(0, READ_LENGTH))];
    return duplicateSimilarity(a, b, DUPLICATE) !== null;
  });
}

/** `again`: the sentence before was of the same kind, and need not be begun a second time. */
function sentenceOn(memory: SituationMemory, bearing: Bearing, now: number, again: boolean): string {
  const { content, own, createdAt } = memory;
  const when = ago(createdAt, now);
  if (isAsked(memory))
    return fullStop(
      `${again ? "And " : ""}I was asked ${when}: ${quoted(withoutFrame(content), QUOTE_LENGTH)}`,
    );
  const said = quoted(toldByMemory(content), QUOTE_LENGTH);
  if (again) return fullStop(`And, ${own ? "" : "from "}${when}: ${said}`);
  if (own) return fullStop(`What I made of such things ${when}: ${said}`);
  switch (bearing) {
    case "contradicts":
      return fullStop(`That does not agree with what I remember from ${when}: ${said}`);
    case "outdated":
      return fullStop(`Before that I had, from ${when}: ${said}`);
    case "doubted":
      return fullStop(`I have heard that before, from ${when}, and heard it gainsaid as well: ${said}`);
    case "known":
      return fullStop(`I have that already, from ${when}: ${said}`);
    case "bears":
      return fullStop(`It calls to mind, from ${when}: ${said}`);
  }
}

function read(content: string, createdAt: number, timeZone: string): LinkText {
  const text = content.slice(0, READ_LENGTH);
  return linkText(text, { createdAt, timeZone });
}
