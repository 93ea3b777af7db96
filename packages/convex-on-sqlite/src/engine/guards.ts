/**
 * The globals that functions see instead of Node's. In queries and mutations, as on Convex, the clock stands still, random
 * numbers come from a seed, and timers and the network are unavailable. Actions see the real globals.
 */
import { functionConsole } from "./console";
import { currentContext } from "./context";
import type { DeterministicGlobals } from "./deterministicGlobals";
import { functionCrypto } from "./functionCrypto";
import { outgoingFetch } from "./outgoing";

/** The deterministic globals of the running query or mutation; `null` in actions and while modules load. */
function deterministicGlobals(): DeterministicGlobals | null {
  return currentContext()?.deterministic ?? null;
}

function now(): number {
  const context = currentContext();
  return context?.deterministic?.now() ?? context?.machine?.time.now() ?? Date.now();
}

// A proxy instead of a subclass, so that `instanceof Date` works both ways for dates made here and in Node.
const guardedDate = new Proxy(Date, {
  construct(target, args: unknown[], newTarget): object {
    const given = args.length === 0 ? [now()] : args;
    return Reflect.construct(target, given, newTarget === guardedDate ? FunctionsDate : newTarget) as Date;
  },
  apply: () => new Date(now()).toString(),
  get: (target, property) => (property === "now" ? now : (Reflect.get(target, property) as unknown)),
});

/** Carries the prototype of functions' dates: Node's, but with a `constructor` that leads back here and not to Node's clock. */
function FunctionsDate(): void {
  throw new TypeError("Only a prototype");
}
FunctionsDate.prototype = Object.create(Date.prototype, {
  constructor: { value: guardedDate, writable: true, configurable: true },
});

// A copy instead of a derived object: the other functions stay own properties, as fast as Node's.
const guardedMath: Math = Object.defineProperties({} as Math, {
  ...Object.getOwnPropertyDescriptors(Math),
  random: {
    value: () => deterministicGlobals()?.random() ?? Math.random(),
    writable: true,
    configurable: true,
  },
});

/** Wraps `fn`: in a query or mutation it throws Convex's error. */
function actionsOnly<F extends (...args: never[]) => unknown>(fn: F, description: string): F {
  return new Proxy(fn, {
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

/** Available to bundles as `globalThis.__host`: each entry replaces the global of the same name. */
export const hostGlobals = {
  Date: guardedDate,
  Math: guardedMath,
  fetch: actionsOnly(outgoingFetch, "fetch()"),
  setTimeout: actionsOnly(setTimeout, "setTimeout"),
  setInterval: actionsOnly(setInterval, "setInterval"),
  setImmediate: actionsOnly(setImmediate, "setImmediate"),
  clearTimeout,
  clearInterval,
  console: functionConsole,
  // For apps that report on the machine, which Convex looks after itself.
  hostChecks: () => currentContext()?.machine?.checks() ?? {},
  // For rate limits of actions, without a write for each count. A transaction might be rolled back, its count would not.
  hostCount: actionsOnly((key: string, limit: number, windowMs: number) => {
    const machine = currentContext()?.machine;
    // After a failed commit the database counts, which tells whether it takes writes again.
    return machine?.lastCommitFailed === false ? machine.counts.take(key, limit, windowMs) : null;
  }, "hostCount()"),
  // Transactions run only once here, so they can use the system's generator like actions.
  crypto: functionCrypto,
};

/**
 * The global object for bundles of the default runtime: returns the guarded globals however they are read from it
 * (`const { fetch } = globalThis`), and hides the globals that this runtime lacks.
 */
export const hostGlobal: typeof globalThis = new Proxy(globalThis, {
  get(target, property): unknown {
    if (Object.hasOwn(hostGlobals, property)) return Reflect.get(hostGlobals, property);
    return property === "process" || property === "Buffer" ? undefined : Reflect.get(target, property);
  },
});
