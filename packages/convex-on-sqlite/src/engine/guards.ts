/**
 * The globals that functions see instead of Node's. In queries and mutations, as on Convex, the clock stands still, random
 * numbers come from a seed, and timers and the network are unavailable. Actions see the real globals.
 */
import { perCallObject, perCallProperty } from "./callChanges";
import { functionConsole } from "./console";
import { convexGlobal } from "./context";
import type { DeterministicGlobals } from "./deterministicGlobals";
import { functionCrypto } from "./functionCrypto";
import { outgoingFetch } from "./outgoing";
import { bound, currentContext } from "./runningCall";

/** The deterministic globals of the running query or mutation; `null` in actions and while modules load. */
function deterministicGlobals(): DeterministicGlobals | null {
  return currentContext()?.deterministic ?? null;
}

function now(): number {
  const context = currentContext();
  return context?.deterministic?.now() ?? context?.machine?.time.now() ?? Date.now();
}

/** Carries the prototype of functions' dates: Node's in a copy of their own, which leads back here and not to Node's clock. */
function FunctionsDate(): void {
  throw new TypeError("Only a prototype");
}
FunctionsDate.prototype = Object.create(Date.prototype, Object.getOwnPropertyDescriptors(Date.prototype));

// A proxy instead of a subclass, so that `instanceof Date` works both ways for dates made here and in Node.
const guardedDate: DateConstructor = perCallObject(
  FunctionsDate as unknown as DateConstructor,
  (property) => {
    if (property === "now") return now;
    if (property === "prototype") return FunctionsDate.prototype;
    return property === Symbol.hasInstance ? isDate : (Reflect.get(Date, property) as unknown);
  },
  {
    construct(_, args: unknown[], newTarget): object {
      const given = args.length === 0 ? [now()] : args;
      return Reflect.construct(Date, given, newTarget === guardedDate ? FunctionsDate : newTarget) as Date;
    },
    apply: () => new Date(now()).toString(),
  },
);

function isDate(this: unknown, value: unknown): boolean {
  return Reflect.apply(Function.prototype[Symbol.hasInstance], this === guardedDate ? Date : this, [value]);
}

Object.defineProperty(
  FunctionsDate.prototype,
  "constructor",
  perCallProperty(FunctionsDate.prototype as object, "constructor", guardedDate),
);

// A copy instead of a derived object: the other functions stay own properties, as fast as Node's.
const guardedMath: Math = Object.defineProperties({} as Math, Object.getOwnPropertyDescriptors(Math));
Object.defineProperty(
  guardedMath,
  "random",
  perCallProperty(guardedMath, "random", () => deterministicGlobals()?.random() ?? Math.random()),
);
// An object with so many properties is a hash table to V8, unless it is a prototype.
Object.create(guardedMath);

/** Copies that all functions share and that, for speed, have ordinary properties (intrinsics.ts). */
export const SHARED_COPIES: readonly object[] = [guardedMath, FunctionsDate.prototype as object];

/** An object of which each call sees its own changes. */
function ownOfCalls<T extends object>(object: T, traps?: Pick<ProxyHandler<T>, "apply">): T {
  return perCallObject(object, (property) => Reflect.get(object, property) as unknown, traps);
}

/** Wraps `fn`: in a query or mutation it throws Convex's error. */
function actionsOnly<F extends (...args: never[]) => unknown>(fn: F, description: string): F {
  return ownOfCalls(fn, {
    apply(target, _self, args): unknown {
      if (deterministicGlobals() !== null) {
        throw new Error(
          `Can't use ${description} in queries and mutations. Please consider using an action. ` +
            "See https://docs.convex.dev/functions/actions for more details.",
        );
      }
      return Reflect.apply(target, undefined, args);
    },
  });
}

/** A function of Node's whose callback runs in the call that gave it. */
function binding<F extends (...args: never[]) => unknown>(fn: F): F {
  const binds = (callback: () => void, ...rest: unknown[]): unknown =>
    Reflect.apply(fn, undefined, [bound(callback), ...rest] as never[]);
  return Object.defineProperties(binds, Object.getOwnPropertyDescriptors(fn)) as unknown as F;
}

/** A signal whose listeners run in the call that made it. */
function timeoutSignal(ms: number): AbortSignal {
  // Node checks the number, and its signal is the one without a call.
  const signal = AbortSignal.timeout(ms);
  if (currentContext() === undefined) return signal;
  const controller = new AbortController();
  signal.addEventListener(
    "abort",
    bound(() => controller.abort(signal.reason)),
  );
  return controller.signal;
}

/** The globals that the host replaces, by name. */
export const hostGlobals = {
  Date: guardedDate,
  Math: guardedMath,
  fetch: actionsOnly(outgoingFetch, "fetch()"),
  setTimeout: actionsOnly(binding(setTimeout), "setTimeout"),
  setInterval: actionsOnly(binding(setInterval), "setInterval"),
  setImmediate: actionsOnly(binding(setImmediate), "setImmediate"),
  queueMicrotask: ownOfCalls(binding(queueMicrotask)),
  AbortSignal: perCallObject(AbortSignal, (property) =>
    property === "timeout" ? timeoutSignal : (Reflect.get(AbortSignal, property) as unknown),
  ),
  clearTimeout: ownOfCalls(clearTimeout),
  clearInterval: ownOfCalls(clearInterval),
  console: ownOfCalls(functionConsole),
  // For apps that report on the machine, which Convex looks after itself.
  hostChecks: () => {
    // It changes without a commit, as the time does.
    deterministicGlobals()?.now();
    return currentContext()?.machine?.checks() ?? {};
  },
  // How deleted rows leave the disk, for apps that tell people.
  hostPurge: () => currentContext()?.machine?.purgeSteps ?? null,
  // For rate limits of actions, without a write for each count. A transaction might be rolled back, its count would not.
  hostCount: actionsOnly((key: string, limit: number, windowMs: number) => {
    const machine = currentContext()?.machine;
    // After a failed commit the database counts, which tells whether it takes writes again.
    return machine?.lastCommitFailed === false ? machine.counts.take(key, limit, windowMs) : null;
  }, "hostCount()"),
  // Transactions run only once here, so they can use the system's generator like actions.
  crypto: functionCrypto,
  // The server library of convex makes its syscalls through it.
  Convex: Object.freeze(convexGlobal),
};
