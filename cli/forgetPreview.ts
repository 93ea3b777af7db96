/** Texts of what a plan would erase: the plan itself holds ids and counts only. */
import {
  AnimaError,
  getKnowledge,
  getMemory,
  listKnowledge,
  listMemories,
  listNotes,
  searchMemories,
  type Service,
} from "../client";
import { paint, shortened } from "./output";

export interface Selection {
  readonly ids?: readonly string[];
  readonly text?: string;
  readonly from?: string;
  readonly entity?: string;
  readonly since?: number;
  readonly until?: number;
  readonly scope?: string;
}

/** As many as a person reads before they say yes. */
const MAX_SHOWN = 10;
/** The most rows of a list that are looked through. */
const LOOKED_AT = 100;

/** The first of the memories, documents and notes that the selection names, a line each. */
export async function previewOf(service: Service, selection: Selection): Promise<string[]> {
  const { ids } = selection;
  const texts = await (ids === undefined ? byFilter(service, selection) : byId(service, ids));
  return texts.slice(0, MAX_SHOWN).map(({ kind, text }) => `  ${paint("dim", kind)} ${shortened(text)}`);
}

interface Text {
  readonly kind: string;
  readonly text: string;
}

async function byId(service: Service, ids: readonly string[]): Promise<Text[]> {
  const found = ids.slice(0, MAX_SHOWN).map(async (id): Promise<Text | null> => {
    const memory = await orNull(getMemory(service, id));
    if (memory !== null) return { kind: "memory", text: memory.content };
    const item = await orNull(getKnowledge(service, id));
    return item === null ? null : { kind: "knowledge", text: `${item.title}: ${item.content}` };
  });
  return (await Promise.all(found)).flatMap((text) => text ?? []);
}

async function orNull<Row>(reading: Promise<Row>): Promise<Row | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof AnimaError && thrown.status === 404) return null;
    throw thrown;
  }
}

async function byFilter(service: Service, selection: Selection): Promise<Text[]> {
  const { text, from, entity, until = Infinity, since = -Infinity, scope = "*" } = selection;
  const holds = (content: string): boolean => text === undefined || normal(content).includes(normal(text));
  const inTime = (at: number): boolean => at > since && at < until;
  // A filter that a kind of row does not have selects none of that kind.
  const [memories, notes, items] = await Promise.all([
    from === undefined ? memoriesOf(service, selection, scope) : [],
    entity === undefined
      ? listNotes(service, { limit: LOOKED_AT, scope, ...(from === undefined ? {} : { from }) })
      : null,
    from === undefined && entity === undefined && text !== undefined
      ? listKnowledge(service, { query: text, threshold: 0, limit: LOOKED_AT, scope })
      : null,
  ]);
  return [
    ...memories
      .filter(({ content, createdAt }) => holds(content) && inTime(createdAt))
      .map(({ content }) => ({ kind: "memory", text: content })),
    ...(notes?.notes ?? [])
      .filter(({ note, receivedAt }) => holds(note) && inTime(receivedAt))
      .map(({ note }) => ({ kind: "note", text: note })),
    ...(items?.items ?? [])
      .filter(({ title, content, createdAt }) => holds(`${title}\n${content}`) && inTime(createdAt))
      .map(({ title, content }) => ({ kind: "knowledge", text: `${title}: ${content}` })),
  ];
}

async function memoriesOf(service: Service, { text, entity, since }: Selection, scope: string) {
  const filter = { scope, limit: LOOKED_AT, ...(entity === undefined ? {} : { entity }) };
  if (text === undefined)
    return (await listMemories(service, { ...filter, ...(since === undefined ? {} : { since }) })).memories;
  const { results } = await searchMemories(service, { ...filter, q: text, threshold: 0 });
  return results.map(({ memory }) => memory);
}

function normal(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
