/** The state of the model server: faults, the gate, recorded calls. */
import type { IncomingHttpHeaders } from "node:http";
import {
  matches,
  type CallFilter,
  type Effect,
  type End,
  type Fault,
  type ModelCall,
  type Pace,
  type Route,
} from "./protocol";

/** How to respond to a request. */
export interface Plan {
  readonly delayMs: number;
  readonly pace: Pace | null;
  readonly effect: Effect;
}

interface ActiveFault {
  readonly fault: Fault;
  left: number;
}

interface Watcher {
  readonly count: number;
  readonly filter: CallFilter;
  readonly done: () => void;
}

export class ServerState {
  /** The only accepted key; null accepts any. */
  key: string | null = null;
  #faults: ActiveFault[] = [];
  #calls: ModelCall[] = [];
  #watchers: Watcher[] = [];
  /** Waiting callers while the gate is closed; null while it is open. */
  #gate: (() => void)[] | null = null;
  /** Streams that stopped in the middle. */
  readonly #paused: (() => void)[] = [];
  #permits = 0;

  setFaults(faults: readonly Fault[]): void {
    this.#permits = 0;
    this.#faults = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
  }

  /** Uses the first matching fault once, and every matching delay and pace before it. */
  plan(route: Route, text: string, body: Readonly<Record<string, unknown>>): Plan {
    let delayMs = 0;
    let pace: Pace | null = null;
    const format = (body["response_format"] as { type?: unknown } | undefined)?.type;
    for (const active of this.#faults) {
      const { fault } = active;
      const fits =
        active.left > 0 &&
        (fault.on ?? "chat") === route &&
        (fault.containing === undefined || text.includes(fault.containing)) &&
        (fault.kind !== "refuse-format" || fault.formats.some((refused) => refused === format)) &&
        (fault.kind !== "refuse-field" || Object.hasOwn(body, fault.field));
      if (!fits) continue;
      active.left -= 1;
      if (fault.kind === "delay") delayMs += fault.ms;
      else if (fault.kind === "pace") pace = fault;
      else return { delayMs, pace, effect: fault };
    }
    return { delayMs, pace, effect: { kind: "healthy" } };
  }

  hold(): void {
    this.#gate ??= [];
  }

  release(): void {
    const held = this.#gate ?? [];
    this.#gate = null;
    for (const proceed of held) proceed();
  }

  /** Lets the streams go on that stopped in the middle, or else the next one that will. */
  resume(): void {
    if (this.#paused.length === 0) this.#permits += 1;
    for (const proceed of this.#paused.splice(0)) proceed();
  }

  /** Resolves with the next `resume`, or at once if one came before. */
  async pause(): Promise<void> {
    if (this.#permits > 0) this.#permits -= 1;
    else await new Promise<void>((resolve) => this.#paused.push(resolve));
  }

  /** Restores the initial state and releases waiting callers. */
  reset(): void {
    this.resume();
    this.setFaults([]);
    this.key = null;
    this.release();
    this.forgetCalls();
  }

  /** Resolves once the gate is open. */
  async pass(): Promise<void> {
    const gate = this.#gate;
    if (gate !== null) await new Promise<void>((resolve) => gate.push(resolve));
  }

  /** Records a request. The returned function records its end, once. */
  record(route: Route, headers: IncomingHttpHeaders, text: string): (end: End) => void {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    let call: ModelCall = { route, at: Date.now(), headers: flat, text, end: null };
    this.#calls.push(call);
    this.#notifyWatchers();
    return (end) => {
      if (call.end !== null) return;
      const ended = { ...call, end };
      this.#calls = this.#calls.map((other) => (other === call ? ended : other));
      call = ended;
      this.#notifyWatchers();
    };
  }

  calls(filter: CallFilter): ModelCall[] {
    return this.#calls.filter((call) => matches(call, filter));
  }

  forgetCalls(): void {
    this.#calls = [];
  }

  /** Resolves once at least `count` calls match. */
  seen(count: number, filter: CallFilter): Promise<void> {
    return new Promise((done) => {
      this.#watchers.push({ count, filter, done });
      this.#notifyWatchers();
    });
  }

  #notifyWatchers(): void {
    this.#watchers = this.#watchers.filter(({ count, filter, done }) => {
      if (this.calls(filter).length < count) return true;
      done();
      return false;
    });
  }
}
