/**
 * Updates sessions: all stale queries of all waiting sessions run in one snapshot, at one timestamp, and each session
 * sends one Transition. Commits made meanwhile wait for the next round, so bursts coalesce.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorFields, type Logger } from "../log";
import type { Engine } from "../engine/engine";
import type { Snapshot } from "../types";
import type { QueryRegistry, Subscription } from "./registry";

/** Milliseconds. Queries run and results are sent within one turn of the event loop; after this long, it gets its turn. */
const SLICE_MS = 4;

/** The parts of a session that the flusher needs. */
export interface Flushable {
  /** The peer reads too slowly: the session is skipped until it has caught up. */
  readonly congested: boolean;
  /** Fixes the work of this round and returns the subscriptions that need a current result. */
  begin(): readonly Subscription[];
  /** Sends the changes as of `ts`. Called in the snapshot in which the results were computed. */
  finish(ts: bigint): void;
  /** The round failed; the session cannot continue. */
  fail(): void;
}

export class Flusher {
  private readonly engine: Pick<Engine, "snapshot">;
  private readonly registry: QueryRegistry;
  private readonly log: Logger;
  private waiting = new Set<Flushable>();
  private scheduled = false;
  private sliceStart = 0;

  constructor(engine: Pick<Engine, "snapshot">, registry: QueryRegistry, log: Logger) {
    this.engine = engine;
    this.registry = registry;
    this.log = log;
  }

  /** Schedules a flush of the session. */
  mark(session: Flushable): void {
    this.waiting.add(session);
    this.schedule();
  }

  forget(session: Flushable): void {
    this.waiting.delete(session);
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    // After the current turn, so that the response to a mutation is sent before the transition with its effect.
    setImmediate(() => void this.round());
  }

  private async round(): Promise<void> {
    const batch = [...this.waiting].filter((session) => !session.congested);
    for (const session of batch) this.waiting.delete(session);
    this.sliceStart = performance.now();
    if (batch.length > 0) await this.flush(batch);
    this.scheduled = false;
    // A congested session marks itself again once it has drained.
    for (const session of this.waiting) {
      if (session.congested) continue;
      this.schedule();
      return;
    }
  }

  private async flush(batch: readonly Flushable[]): Promise<void> {
    try {
      await this.engine.snapshot(async (snapshot) => {
        const ready: Flushable[] = [];
        for (const session of batch) {
          const refreshing = this.orFailSession(session, () => this.refresh(session, snapshot));
          if (await refreshing) ready.push(session);
        }
        // Nothing commits meanwhile, so all sessions see the same state.
        for (const session of ready) {
          await this.orFailSession(session, () => session.finish(snapshot.ts));
          await this.yieldAfterSlice();
        }
      });
    } catch (thrown) {
      this.fail(batch, thrown);
    }
  }

  private async refresh(session: Flushable, snapshot: Snapshot): Promise<void> {
    for (const subscription of session.begin()) {
      await this.registry.refresh(subscription, snapshot);
      await this.yieldAfterSlice();
    }
  }

  /** An error ends only its own session. */
  private async orFailSession(session: Flushable, work: () => Promise<void> | void): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      this.fail([session], thrown);
      return false;
    }
  }

  private async yieldAfterSlice(): Promise<void> {
    if (performance.now() - this.sliceStart < SLICE_MS) return;
    await nextTurn();
    this.sliceStart = performance.now();
  }

  private fail(sessions: readonly Flushable[], thrown: unknown): void {
    this.log.error("subscriptions could not be updated", errorFields(thrown));
    for (const session of sessions) session.fail();
  }
}
