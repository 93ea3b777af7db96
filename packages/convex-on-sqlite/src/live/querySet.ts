/** The queries that a connection watches, and the results sent to it. */
import { functionName } from "../engine/addresses";
import { componentOf } from "./caller";
import type { AddQuery, ModifyQuerySetMessage } from "./messages";
import type { QueryRegistry, QueryScope, Subscription } from "./registry";
import { queryModification, refusedOutcome } from "./results";
import { INITIAL_VERSION } from "./versions";

/** Limits what one connection can make the host hold; real clients watch some dozens of queries. */
const MAX_QUERIES = 1_000;

/** Limits the names, arguments and journals of its queries, in characters of JSON. */
const MAX_HELD_CHARS = 4 * 1024 * 1024;

/** A Transition gets no further results beyond this many characters, because it is held in memory if the peer reads slowly. */
const MAX_RESULT_CHARS = 4 * 1024 * 1024;

/** The rights of the connection at the time of the call. */
export interface Rights {
  visibility(): QueryScope["visibility"];
  /** Why it may not make a call; `null` if it may. */
  refusal(call: Pick<AddQuery, "componentPath" | "udfPath" | "args">): string | null;
}

interface Watched {
  readonly queryId: number;
  readonly subscription: Subscription;
  /** The `comparable` of the result sent last; equal results are not sent again. */
  sent: string | null;
}

interface Round {
  version: number;
  readonly modifications: string[];
  stale: Watched[];
}

function roundAt(version: number): Round {
  return { version, modifications: [], stale: [] };
}

export class QuerySet {
  private readonly registry: QueryRegistry;
  private readonly onStale: () => void;
  private readonly rights: Rights;
  private readonly watched = new Map<number, Watched>();
  /** Queries whose result may have changed since it was sent. */
  private readonly stale = new Set<Watched>();
  /** Requested changes that no round has processed yet. */
  private requested: ModifyQuerySetMessage[] = [];
  private requestedVersion = 0;
  /** By query, the size of its name, arguments and journal in characters. */
  private readonly requestedChars = new Map<number, number>();
  private heldChars = 0;
  /** The client has received all changes up to this ts. */
  private sentTs = INITIAL_VERSION.ts;
  /** Queries left out of an earlier round's Transition, the one at `postponedTs`. */
  private readonly postponed = new Set<Watched>();
  private postponedTs = INITIAL_VERSION.ts;
  /** The current round. */
  private round = roundAt(0);

  constructor(registry: QueryRegistry, onStale: () => void, rights: Rights) {
    this.registry = registry;
    this.rights = rights;
    this.onStale = onStale;
  }

  /** Accepts a change for the next round; returns an error message if it is invalid. */
  modify(message: ModifyQuerySetMessage): string | null {
    if (message.baseVersion !== this.requestedVersion) {
      return `base version ${message.baseVersion} does not match the query set's version ${this.requestedVersion}`;
    }
    if (message.newVersion <= message.baseVersion) return "the new version must be above the base version";
    for (const modification of message.modifications) {
      const { queryId } = modification;
      const known = this.requestedChars.get(queryId);
      if (modification.type === "Add") {
        if (known !== undefined) return `query ${queryId} was added twice`;
        if (this.requestedChars.size >= MAX_QUERIES)
          return `more than ${MAX_QUERIES} queries on one connection`;
        const chars = sizeInChars(modification);
        this.requestedChars.set(queryId, chars);
        this.heldChars += chars;
        if (this.heldChars > MAX_HELD_CHARS)
          return `queries with arguments of more than ${MAX_HELD_CHARS} characters on one connection`;
      } else {
        if (known === undefined) return `query ${queryId} is not in the query set`;
        this.requestedChars.delete(queryId);
        this.heldChars -= known;
      }
    }
    this.requestedVersion = message.newVersion;
    this.requested.push(message);
    return null;
  }

  /** Processes the requested changes. Returns the subscriptions that need a current result. */
  begin(): readonly Subscription[] {
    const round = roundAt(this.round.version);
    for (const { newVersion, modifications } of this.requested) {
      round.version = newVersion;
      for (const modification of modifications) {
        const { queryId } = modification;
        const refusal = modification.type === "Remove" ? null : this.rights.refusal(modification);
        if (modification.type === "Remove") round.modifications.push(this.remove(queryId));
        else if (refusal === null) this.add(modification);
        else
          round.modifications.push(
            `{"queryId":${queryId},${queryModification(refusedOutcome(refusal), null)}}`,
          );
      }
    }
    this.requested = [];
    round.stale = [...this.stale];
    this.stale.clear();
    this.round = round;
    return round.stale.map(({ subscription }) => subscription);
  }

  /**
   * Call this after the results of `begin` were updated as of `ts`. Returns the modifications of the Transition and the
   * version it reaches. Results that don't fit are postponed to later rounds, and the client's ts stays behind until they
   * are sent: a mutation may count as visible only when all its changes were sent.
   */
  finish(ts: bigint): { modifications: string[]; version: number; ts: bigint; hasPostponed: boolean } {
    const { version, modifications, stale } = this.round;
    let chars = 0;
    for (const watched of stale) {
      if (chars >= MAX_RESULT_CHARS) {
        this.stale.add(watched);
        continue;
      }
      this.postponed.delete(watched);
      const { result } = watched.subscription;
      if (result === null || result.comparable === watched.sent) continue;
      watched.sent = result.comparable;
      modifications.push(`{"queryId":${watched.queryId},${result.modification}}`);
      chars += result.modification.length;
    }
    this.round = roundAt(version);
    if (this.postponed.size === 0) {
      this.sentTs = this.stale.size === 0 ? ts : this.postponedTs;
      this.postponedTs = ts;
      for (const watched of this.stale) this.postponed.add(watched);
    }
    return { modifications, version, ts: this.sentTs, hasPostponed: this.postponed.size > 0 };
  }

  clear(): void {
    for (const { subscription } of this.watched.values()) this.registry.unsubscribe(subscription);
    this.watched.clear();
    this.stale.clear();
    this.postponed.clear();
    this.requested = [];
    this.round = roundAt(this.round.version);
  }

  private add(query: AddQuery): void {
    const { queryId, udfPath, args, journal } = query;
    const onStale = (): void => {
      this.stale.add(watched);
      this.onStale();
    };
    const scope = {
      componentPath: componentOf(query, udfPath, args[0]),
      visibility: this.rights.visibility(),
    };
    const name = functionName(udfPath);
    const subscription = this.registry.subscribe(name, args[0] ?? {}, journal ?? null, onStale, scope);
    const watched: Watched = { queryId, subscription, sent: null };
    this.watched.set(queryId, watched);
    this.stale.add(watched);
  }

  private remove(queryId: number): string {
    const watched = this.watched.get(queryId);
    if (watched !== undefined) {
      this.registry.unsubscribe(watched.subscription);
      this.watched.delete(queryId);
      this.stale.delete(watched);
      this.postponed.delete(watched);
    }
    return `{"type":"QueryRemoved","queryId":${queryId}}`;
  }
}

function sizeInChars({ udfPath, args, journal }: AddQuery): number {
  return udfPath.length + JSON.stringify(args).length + (journal?.length ?? 0);
}
