/** The queries one connection watches, and what it has been told of each. */
import { type AddQuery, functionName, type ModifyQuerySetMessage } from "./messages";
import type { QueryRegistry, Subscription } from "./registry";
import { queryModification, refusal } from "./results";

/** A bound on what one connection can make the host hold; real clients watch some dozens. */
const MAX_QUERIES = 10_000;

interface Watched {
  readonly queryId: number;
  readonly subscription: Subscription;
  /** The modification sent last, to leave out what did not change. */
  sent: string | null;
}

export class QuerySet {
  readonly #registry: QueryRegistry;
  readonly #onStale: () => void;
  readonly #watched = new Map<number, Watched>();
  /** Whose result may have changed since it was sent. */
  readonly #stale = new Set<Watched>();
  /** What the client asked for and no round has taken up yet. */
  #requested: ModifyQuerySetMessage[] = [];
  #requestedVersion = 0;
  readonly #requestedIds = new Set<number>();
  /** The round under way. */
  #round: { version: number; modifications: string[]; stale: Watched[] } = {
    version: 0,
    modifications: [],
    stale: [],
  };

  constructor(registry: QueryRegistry, onStale: () => void) {
    this.#registry = registry;
    this.#onStale = onStale;
  }

  /** Accepts a change, to be answered by the next round; or says what is wrong with it. */
  modify(message: ModifyQuerySetMessage): string | null {
    if (message.baseVersion !== this.#requestedVersion) {
      return `base version ${message.baseVersion} does not match the query set's version ${this.#requestedVersion}`;
    }
    if (message.newVersion <= message.baseVersion) return "the new version must be above the base version";
    for (const { type, queryId } of message.modifications) {
      const known = this.#requestedIds.has(queryId);
      if (type === "Add") {
        if (known) return `query ${queryId} was added twice`;
        if (this.#requestedIds.size >= MAX_QUERIES)
          return `more than ${MAX_QUERIES} queries on one connection`;
        this.#requestedIds.add(queryId);
      } else {
        if (!known) return `query ${queryId} is not in the query set`;
        this.#requestedIds.delete(queryId);
      }
    }
    this.#requestedVersion = message.newVersion;
    this.#requested.push(message);
    return null;
  }

  /** Takes up what was asked for so far. Gives the subscriptions that need a current result. */
  begin(): readonly Subscription[] {
    const round = { version: this.#round.version, modifications: [] as string[], stale: [] as Watched[] };
    for (const { newVersion, modifications } of this.#requested) {
      round.version = newVersion;
      for (const modification of modifications) {
        if (modification.type === "Remove") round.modifications.push(this.#remove(modification.queryId));
        else if (isComponentCall(modification))
          round.modifications.push(refusedModification(modification.queryId));
        else this.#add(modification);
      }
    }
    this.#requested = [];
    round.stale = [...this.#stale];
    this.#stale.clear();
    this.#round = round;
    return round.stale.map(({ subscription }) => subscription);
  }

  /** After the results of `begin` were brought up to date: the modifications of the Transition and the version it reaches. */
  finish(): { modifications: string[]; version: number } {
    const { version, modifications, stale } = this.#round;
    for (const watched of stale) {
      const modification = watched.subscription.result?.modification;
      if (modification === undefined || modification === watched.sent) continue;
      watched.sent = modification;
      modifications.push(`{"queryId":${watched.queryId},${modification}}`);
    }
    this.#round = { version, modifications: [], stale: [] };
    return { modifications, version };
  }

  clear(): void {
    for (const { subscription } of this.#watched.values()) this.#registry.unsubscribe(subscription);
    this.#watched.clear();
    this.#stale.clear();
    this.#requested = [];
    this.#round = { version: this.#round.version, modifications: [], stale: [] };
  }

  #add({ queryId, udfPath, args, journal }: AddQuery): void {
    const watched: Watched = {
      queryId,
      subscription: this.#registry.subscribe(functionName(udfPath), args[0] ?? {}, journal ?? null, () => {
        this.#stale.add(watched);
        this.#onStale();
      }),
      sent: null,
    };
    this.#watched.set(queryId, watched);
    this.#stale.add(watched);
  }

  #remove(queryId: number): string {
    const watched = this.#watched.get(queryId);
    if (watched !== undefined) {
      this.#registry.unsubscribe(watched.subscription);
      this.#watched.delete(queryId);
      this.#stale.delete(watched);
    }
    return `{"type":"QueryRemoved","queryId":${queryId}}`;
  }
}

function isComponentCall(add: AddQuery): boolean {
  return add.componentPath !== undefined && add.componentPath !== null && add.componentPath !== "";
}

function refusedModification(queryId: number): string {
  const refused = refusal("Functions of components cannot be called by clients");
  return `{"queryId":${queryId},${queryModification(refused, null)}}`;
}
