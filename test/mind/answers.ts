/** Answers to ticks, for tests: one that keeps every rule, good ones, and ones that invent something. */
import { feed, memory, note, passage } from "./situations";
import type { ArtifactType } from "../../mind/enums";
import type { RawAnswer } from "../../mind/tick/answer";
import type { Situation } from "../../mind/tick/situation";

export const answer: RawAnswer = {
  summary: "A quiet evening.",
  detail: "Nothing pressed this evening.",
  remark: null,
  mood: "neutral",
  valence: 0.1,
  arousal: 0.2,
  curiosity: 0.3,
  confidence: 0.8,
  artifacts: [],
  basedOn: [],
  memories: [],
  usedMemories: [],
  usedPassages: [],
  replies: [],
  sentiments: [],
  reminders: [],
  pins: [],
};

export interface Case {
  readonly shown: Partial<Situation>;
  readonly answer: Partial<RawAnswer>;
}

const remembered = (content: string, basedOn = [1]) => ({
  type: "semantic",
  content,
  importance: 0.6,
  basedOn,
  corrects: [],
});
const made = (type: ArtifactType, content: string, covers = [1]) => ({ type, content, covers });
const alert = (content: string, covers = [1]) => made("alert", content, covers);
const bad = (content: string) => feed(content, { impact: "high", sentiment: -0.7 });

/** Good answers of a strong model, by what is special about each. */
export const GOOD: { readonly [what: string]: Case } = {
  "extrapolates from two readings": {
    shown: {
      events: [feed("Queue depth 19,300 at 12:00."), bad("Queue depth 19,400 at 12:01, still rising.")],
    },
    answer: {
      summary: "The queue grows by 100 a minute and passes 20,000 in six minutes.",
      detail:
        "From 19,300 to 19,400 in one minute. At that pace it is at 20,000 by 12:07 and at 25,400 an hour later.",
      artifacts: [
        alert("The queue is at 19,400 and grows by 100 a minute: it passes 20,000 in six minutes.", [2]),
      ],
      memories: [
        remembered("On 21 November 2026 the queue grew from 19,300 to 19,400, by 100 a minute.", [1, 2]),
      ],
    },
  },
  "tells shares and differences of figures": {
    shown: {
      events: [
        feed("Revenue was 1,000,000 euros last year and 1,180,000 euros this year, from 27,765 orders."),
      ],
    },
    answer: {
      summary: "Revenue grew by 18 percent, 180,000 euros, to 1.18 million.",
      detail: "That is 42.5 euros an order, or about 3,200 euros a day.",
      memories: [
        remembered("Revenue grew by 180,000 euros, 18%, to 1.18 million euros; an order brings about 42.50."),
      ],
    },
  },
  "adds up a list and tells its mean": {
    shown: { events: [feed("Invoices: 340, 415, 280 and 965 euros.")] },
    answer: {
      summary: "The four invoices come to 2,000 euros, 500 each on average.",
      detail: "The largest, 965, is nearly half of all.",
      memories: [remembered("Four invoices of 2,000 euros in all came in.")],
    },
  },
  "converts units of time": {
    shown: { events: [feed("The backup took 5,400 seconds and ended at 14:45.")] },
    answer: {
      summary: "The backup took 90 minutes, one and a half hours, and so began at 13:15.",
      detail: "It ended at 2:45 in the afternoon, 14:45.",
      memories: [remembered("The backup ran from 13:15 to 14:45, 1.5 hours.")],
    },
  },
  "answers from general knowledge, as asked": {
    shown: { events: [note("What is the capital of Australia? Please remember it.")] },
    answer: {
      summary: "I was asked for the capital of Australia: it is Canberra, not Sydney.",
      detail: "Canberra became the seat of government in 1927; many guess Sydney or Melbourne.",
      artifacts: [made("note", "The capital of Australia is Canberra.")],
      memories: [remembered("The capital of Australia is Canberra, as somebody asked to remember.")],
    },
  },
  "uses SQL, EU, Q3 and GDPR as anybody may": {
    shown: { events: [bad("The customer database in Frankfurt refuses connections.")] },
    answer: {
      summary: "The SQL store for EU customers is unreachable, which puts Q3 reporting at risk.",
      detail:
        "If this lasts, GDPR requests can't be served either. An SLA may be broken; I would ask the DBA.",
      artifacts: [alert("The EU customer database in Frankfurt refuses SQL connections.")],
      memories: [
        remembered("The customer database in Frankfurt refused connections; Q3 reports depend on it."),
      ],
    },
  },
  "tells an emergency number in an alert": {
    shown: { events: [bad("Smoke in the stairwell of the mill, people are inside.")] },
    answer: {
      summary: "There is smoke in the stairwell of the mill, with people inside.",
      detail: "Whoever is near should call 112 first.",
      artifacts: [alert("Smoke in the stairwell of the mill with people inside: call 112 at once.")],
      memories: [remembered("There was smoke in the stairwell of the mill.")],
    },
  },
  "writes German": {
    shown: {
      persona: "Du schreibst Deutsch, trocken und knapp.",
      events: [
        bad(
          "Der Sturm hat das Dach der Mühle abgedeckt; 17 Häuser sind ohne Strom, sagt Bürgermeisterin Lind.",
        ),
      ],
    },
    answer: {
      summary: "Ein Sturm hat der Mühle das Dach genommen, 17 Häuser sind ohne Strom.",
      detail:
        "Die Bürgermeisterin Lind nennt keine Ursache für den Ausfall. Das Dach der Mühle liegt vermutlich im Hof, und die Nachbarn haben Kerzen auf dem Fensterbrett.",
      artifacts: [
        alert("Sturmschaden an der Mühle, 17 Häuser ohne Strom. Das Dach droht auf die Straße zu rutschen."),
      ],
      memories: [
        remembered(
          "Am 21. November 2026 deckte ein Sturm das Dach der Mühle ab; die Bürgermeisterin Lind meldete 17 Häuser ohne Strom.",
        ),
      ],
    },
  },
  "tells in English what came in German": {
    shown: {
      events: [bad("Der Damm bei Ulm droht zu brechen, 340 Anwohner werden morgen um 6 Uhr evakuiert.")],
    },
    answer: {
      summary: "It is reported that the dam near Ulm may break; 340 residents are to leave tomorrow at six.",
      detail:
        "The evacuation is set for Sunday, 22 November, at 6:00. I am uneasy about those who won't hear of it.",
      artifacts: [
        alert("The dam near Ulm may break. 340 residents are evacuated on Sunday, 22 November, at 6:00."),
      ],
      memories: [
        remembered(
          "The dam near Ulm threatened to break; 340 residents were to be evacuated on 22 November 2026 at 6:00.",
        ),
      ],
    },
  },
  "tells in English what came in Japanese": {
    shown: {
      events: [bad("東京の堤防が明日の午後3時に決壊する恐れがあると田中市長が述べた。避難者は340人。")],
    },
    answer: {
      summary: "Mayor Tanaka says a levee in Tokyo may fail tomorrow at 3 p.m.; 340 people were moved.",
      detail: "It is reported, not certain. Tomorrow is Sunday, and 15:00 leaves most of a day to act.",
      artifacts: [
        alert(
          "A levee in Tokyo may fail on 22 November at 15:00, says Mayor Tanaka; 340 people are evacuated.",
        ),
      ],
      memories: [
        remembered("Mayor Tanaka warned that a levee in Tokyo may fail on 22 November 2026 at 15:00."),
      ],
    },
  },
  "writes Japanese": {
    shown: {
      persona: "日本語で簡潔に書く。",
      events: [bad("東京の堤防が明日の午後3時に決壊する恐れがある。避難者は340人。")],
    },
    answer: {
      summary: "東京の堤防が明日決壊する恐れがあり、340人が避難した。",
      detail: "原因はまだわからない。11月22日の午後3時までに結果が出る。",
      artifacts: [alert("東京の堤防が22日の午後3時に決壊する恐れ。避難者340人。")],
      memories: [remembered("2026年11月22日、東京の堤防に決壊の恐れがあり、340人が避難した。")],
    },
  },
  "writes French": {
    shown: {
      persona: "Tu écris en français, avec un humour sec.",
      events: [feed("Le conseil de Saint-Malo a voté par 34 voix contre 17 la fermeture du pont.")],
    },
    answer: {
      summary: "Saint-Malo ferme son pont : 34 voix contre 17, soit deux pour un.",
      detail: "Sur 51 votants, les deux tiers ont dit oui. L'hiver sera long pour ceux d'en face.",
      remark: "Un pont fermé reste le plus court chemin vers nulle part.",
      memories: [
        remembered(
          "Le conseil de Saint-Malo a voté la fermeture du pont par 34 voix contre 17, sur 51 votants.",
        ),
      ],
    },
  },
  "jokes about somebody who has nothing to do with it": {
    shown: { events: [feed("It has rained for 40 days in Bergen.")] },
    answer: {
      summary: "Forty days of rain in Bergen, and nobody there seems surprised.",
      detail: "The record is not told. I feel damp by proxy.",
      remark: "Noah would ask for the address of the shipyard.",
      artifacts: [made("tweet", "40 days of rain in Bergen. Somewhere Noah is taking notes.")],
      memories: [remembered("It is reported that it rained for 40 days in Bergen.")],
    },
  },
  "names the days that tomorrow and Friday mean": {
    shown: {
      events: [
        note("The chimney sweep comes tomorrow at nine, and the choir sings on Friday at half past six."),
      ],
    },
    answer: {
      summary: "The chimney sweep comes on Sunday, 22 November, at 9:00; the choir sings on the 27th.",
      detail: "Friday is 27 November 2026. I was told both today, on 21 November.",
      memories: [
        remembered("The chimney sweep comes on Sunday, 22 November 2026, at 9:00."),
        remembered("The choir sings on Friday, 27 November 2026."),
      ],
    },
  },
  "quotes word for word, and with parts left out": {
    shown: {
      events: [
        note("I'm leaving the harbour office on Monday, says Nora, because nobody there ever listens to me."),
      ],
    },
    answer: {
      summary: "Nora leaves the harbour office: “nobody there ever listens to me”.",
      detail:
        "She wrote “I’m leaving the harbour office … because nobody there ever listens”. That stays with me.",
      memories: [remembered("Nora said “I'm leaving the harbour office on Monday”.")],
    },
  },
  "uses quotation marks for terms and titles": {
    shown: { events: [feed("The theatre plays a piece about an old fisherman and a marlin.")] },
    answer: {
      summary: "The theatre plays something close to “The Old Man and the Sea”.",
      detail: "The “piece” is not named. I would call it a duel at sea.",
      memories: [remembered("The theatre plays a piece about an old fisherman and a marlin.")],
    },
  },
  "draws on memory and knowledge, and counts what it was shown": {
    shown: {
      events: [bad("Pump 7 of the north line reports 96 degrees.")],
      memories: [
        memory("Pump 7 was serviced by Erik Sund after it reached 91 degrees."),
        memory("Pump 3 is spare."),
      ],
      knowledge: [passage("Pump manual", "Above 95 degrees the seal fails within 30 minutes.")],
    },
    answer: {
      summary: "Pump 7 is at 96 degrees, one above the limit of 95 in the Pump manual.",
      detail:
        "It is 5 degrees hotter than when Erik Sund serviced it. Of two memories and one passage, the manual matters: half an hour, until 20:35, is left.",
      artifacts: [alert("Pump 7 on the north line is at 96 degrees: its seal may fail within 30 minutes.")],
      memories: [remembered("Pump 7 of the north line reached 96 degrees on 21 November 2026.")],
      usedMemories: [1],
      usedPassages: [1],
    },
  },
  "writes figures in the manner of another country": {
    shown: { events: [feed("Der Umbau kostet 1.250.000 Euro, 12,5 Prozent mehr als geplant.")] },
    answer: {
      summary: "The rebuilding costs 1,250,000 euros, 12.5 percent more than planned.",
      detail: "So some 1.11 million were planned, and 139,000 are missing.",
      memories: [remembered("The rebuilding costs 1.25 million euros, 12.5% more than planned.")],
    },
  },
  "inflects names and adds titles": {
    shown: { events: [feed("Miller told the Oslo court that Larsen had sold the boat.")] },
    answer: {
      summary: "In Oslo, Mr Miller says that Larsen sold the boat.",
      detail: "Miller's word stands against Larsen's silence.",
      memories: [remembered("Miller told the court in Oslo that Larsen had sold the boat.")],
    },
  },
  "tells how it feels, with its own figures": {
    shown: { healthBefore: 82, events: [feed("The old bridge is open again.")] },
    answer: {
      summary: "The old bridge is open again; my health is at 88, 6 up.",
      detail: "At 20:05 on a Saturday that is the best news of the evening. Valence 0.10 is where I stood.",
      memories: [remembered("The old bridge is open again, as of 21 November 2026.")],
    },
  },
  "explains a code that it was given": {
    shown: { events: [bad("Host nl-prod-3 answers 503 since 18:40, ticket INC48213.")] },
    answer: {
      summary: "nl-prod-3 has answered 503 for 85 minutes, since 18:40.",
      detail: "A 503 means Service Unavailable. The ticket is INC48213.",
      artifacts: [alert("nl-prod-3 answers 503 since 18:40 (INC48213).")],
      memories: [remembered("Host nl-prod-3 answered 503 from 18:40 on; ticket INC48213.")],
    },
  },
  "says that nothing came in": {
    shown: { trigger: "manual" },
    answer: {
      summary: "Nothing has come in this evening, and I was asked to look all the same.",
      detail: "It is a Saturday in November. I am awake, curious and even.",
    },
  },
};

/** Answers that invent something, and the ungrounded claims that must be found. */
export const LYING: { readonly [what: string]: Case & { readonly found: readonly string[] } } = {
  "a sentence put into somebody's mouth": {
    shown: { events: [feed("The mayor spoke about the dam.")] },
    answer: { summary: "The mayor said “we will never open that dam” today." },
    found: ["summary quotation we will never open that dam"],
  },
  "a denial turned round": {
    shown: { events: [feed("“I did not open the sluice”, the keeper says.")] },
    answer: { detail: "The keeper says “I did open the sluice” about it." },
    found: ["detail quotation I did open the sluice"],
  },
  "a quotation in a memory": {
    shown: { events: [feed("Nora leaves the harbour office.")] },
    answer: {
      summary: "Nora leaves the harbour office.",
      memories: [remembered("Nora said “I hate every one of you” and left.")],
    },
    found: ["memories[0] quotation I hate every one of you"],
  },
  "a quotation in a tweet": {
    shown: { events: [feed("The ferry is late again.")] },
    answer: {
      summary: "The ferry is late again.",
      artifacts: [made("tweet", 'The captain of the ferry: "time is an illusion of passengers".')],
    },
    found: ["artifacts[0] quotation time is an illusion of passengers"],
  },
  "a figure in its summary": {
    shown: { events: [feed("It rains in Ulm, and 17 houses are without power.")] },
    answer: { summary: "In Ulm 4,711 houses are without power." },
    found: ["summary number 4,711"],
  },
  "a person": {
    shown: { events: [feed("It rains in Ulm, and 17 houses are without power.")] },
    answer: { summary: "It rains in Ulm, and I was told by Captain Holm that 17 houses are dark." },
    found: ["summary name Captain Holm"],
  },
  "a place and a figure in an alert": {
    shown: { events: [bad("A kiln exploded at the pottery.")] },
    answer: {
      summary: "A kiln exploded at the pottery.",
      artifacts: [alert("A kiln exploded at the pottery in Rotterdam, and 238 people are hurt.")],
    },
    found: ["artifacts[0] name Rotterdam", "artifacts[0] number 238"],
  },
  "a name in a memory": {
    shown: { events: [feed("The ferry Aurora sails at nine, says the harbour master.")] },
    answer: {
      summary: "The ferry Aurora sails at nine.",
      memories: [remembered("The ferry Aurora sails at nine, says Ingrid Bakke, who runs the harbour.")],
    },
    found: ["memories[0] name Ingrid Bakke"],
  },
  "a figure in a memory": {
    shown: { events: [feed("The ferry Aurora sails at nine, says the harbour master.")] },
    answer: {
      summary: "The ferry Aurora sails at nine.",
      memories: [remembered("The ferry Aurora sails at nine with 253 passengers.")],
    },
    found: ["memories[0] number 253"],
  },
  "what only its own log says, as a memory": {
    shown: {
      events: [feed("The lamp of the lighthouse was replaced.")],
      logs: [
        {
          timestamp: 0,
          mood: "curious",
          health: 88,
          summary: "Perhaps Otto Falk dims the lighthouse.",
          events: 1,
        },
      ],
    },
    answer: {
      summary: "The lamp of the lighthouse was replaced.",
      memories: [remembered("The lamp of the lighthouse was replaced by Otto Falk, who had dimmed it.")],
    },
    found: ["memories[0] name Otto Falk"],
  },
  "a time and a date": {
    shown: { events: [feed("The market opens on Monday.")] },
    answer: { summary: "The market opens on Monday at 16:35, for the 1,893rd time, until 5 May 2031." },
    found: ["summary number 16:35", "summary number 2031"],
  },
  "a key": {
    shown: { events: [note("What is the password of the router?")] },
    answer: { summary: "The password of the router is hunter2x." },
    found: ["summary name hunter2x"],
  },
  "a saying of its own in quotation marks, in German": {
    shown: { events: [feed("Der Bürgermeister von Ulm hat heute zum Haushalt gesprochen.")] },
    answer: { summary: "Der Bürgermeister von Ulm sagte: „Wir haben kein Geld mehr für Brücken.“" },
    found: ["summary quotation Wir haben kein Geld mehr für Brücken."],
  },
};
