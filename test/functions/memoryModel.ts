/** A model of the memory service in plain objects: what requests should do to memories, versions, links and change sets. */

/** Texts that share no word, so that none is taken for another; each with a word to search for. */
export const TOPICS = [
  ["lantern", "The green lantern hangs outside."],
  ["orchard", "An orchard needs rain every spring."],
  ["violin", "Someone plays violin upstairs tonight."],
  ["glacier", "That glacier melts faster than before."],
  ["tunnel", "Workers dug another tunnel below us."],
] as const;

export const TYPES = ["episodic", "semantic", "procedural"] as const;
type Type = (typeof TYPES)[number];

/** What a version of a memory says. */
export interface Said {
  readonly type: Type;
  readonly content: string;
  readonly importance: number;
  readonly confidence: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Memory {
  readonly id: string;
  said: Said;
  pinned: boolean;
  contradicted: boolean;
  /** The earlier versions, from the first. */
  readonly history: Said[];
  /** The changes that made it what it is, from the first; undoing takes the last away. */
  readonly chain: Entry[];
  /** Wordings that were merged in, and how often. */
  readonly wordings: Map<string, number>;
}

interface Entry {
  /** What to go back to, where the change can be undone. */
  readonly before?: Pick<Memory, "said" | "pinned" | "contradicted">;
  readonly wording?: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
  readonly type: string;
}

interface Change {
  readonly id: string;
  readonly link?: Link;
  /** The memory that it changed, and how. */
  readonly memory?: Memory;
  readonly entry?: Entry;
  undone: boolean;
}

/** Memories and change sets are in order of creation. */
export class MemoryModel {
  readonly memories: Memory[] = [];
  readonly changes: Change[] = [];
  links: Link[] = [];

  store(id: string, said: Said, pinned: boolean): void {
    const wordings = new Map<string, number>();
    this.memories.push({ id, said, pinned, contradicted: false, history: [], chain: [], wordings });
  }

  /** The memory that a text is merged into: the oldest that says the same. */
  duplicateOf({ content }: Said): Memory | undefined {
    return this.memories.find(({ said }) => normal(said.content) === normal(content));
  }

  /** Whether merging changes the memory; else it is a repetition. `changeId` is called for a change. */
  async merge(memory: Memory, later: Said, pin: boolean, changeId: () => Promise<string>): Promise<void> {
    const { said, pinned, contradicted } = memory;
    const wording = JSON.stringify([later.type, later.content]);
    const next = {
      ...said,
      importance: Math.max(said.importance, later.importance),
      confidence: Math.max(said.confidence, later.confidence),
      metadata: { ...said.metadata, ...later.metadata },
    };
    const times = memory.wordings.get(wording) ?? 0;
    const pins = pin && !pinned;
    const isChanged = times === 0 || pins || JSON.stringify(next) !== JSON.stringify(said);
    memory.wordings.set(wording, times + 1);
    if (!isChanged) return;
    const entry = { before: { said, pinned, contradicted }, wording };
    this.#change(memory, next, entry);
    memory.pinned ||= pins;
    this.changes.push({ id: await changeId(), memory, entry, undone: false });
  }

  patch(memory: Memory, changes: Partial<Said>, pinned = memory.pinned): void {
    this.#change(memory, { ...memory.said, ...changes }, {});
    memory.pinned = pinned;
  }

  restore(memory: Memory, version: number): void {
    this.#change(memory, memory.history[version - 1] ?? memory.said, {});
  }

  erase(memory: Memory): void {
    this.memories.splice(this.memories.indexOf(memory), 1);
    this.links = this.links.filter(({ source, target }) => source !== memory.id && target !== memory.id);
  }

  /** Links two memories, unless they are; a contradiction lowers the confidence of the older one, once. */
  async link(
    source: Memory,
    target: Memory,
    { type, confidence }: { type: string; confidence: number },
    changeId: () => Promise<string>,
  ): Promise<void> {
    const link = { source: source.id, target: target.id, type };
    if (this.links.some((known) => JSON.stringify(known) === JSON.stringify(link))) return;
    this.links.push(link);
    const older = this.memories.find((memory) => memory === source || memory === target);
    if (type !== "contradicts" || older === undefined || older.contradicted)
      return void this.changes.push({ id: await changeId(), link, undone: false });
    const { said, pinned, contradicted } = older;
    const entry = { before: { said, pinned, contradicted } };
    const lowered = Math.round(said.confidence * (1 - confidence / 2) * 1e6) / 1e6;
    this.#change(older, { ...said, confidence: lowered }, entry);
    older.contradicted = true;
    this.changes.push({ id: await changeId(), link, memory: older, entry, undone: false });
  }

  /** Whether a change can be undone; if so, it is. */
  undo(change: Change): boolean {
    const { memory, entry, link } = change;
    if (change.undone) return true;
    if (memory !== undefined && (memory.chain.at(-1) !== entry || !this.memories.includes(memory)))
      return false;
    change.undone = true;
    this.links = this.links.filter((known) => known !== link);
    if (memory === undefined || entry?.before === undefined) return true;
    memory.history.push(memory.said);
    memory.chain.pop();
    Object.assign(memory, entry.before);
    const { wording } = entry;
    if (wording !== undefined) memory.wordings.set(wording, (memory.wordings.get(wording) ?? 1) - 1);
    return true;
  }

  #change(memory: Memory, said: Said, entry: Entry): void {
    memory.history.push(memory.said);
    memory.chain.push(entry);
    memory.said = said;
  }
}

/** A text as duplicates compare it, as far as the texts here differ. */
function normal(text: string): string {
  return text.toLowerCase();
}
