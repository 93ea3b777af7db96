/**
 * The globals that functions see instead of Node's. In a transaction, as on Convex, where it may be run again, the clock
 * stands still, random numbers come from a seed, and it can neither wait nor reach out. Actions see the real things.
 */
import { functionConsole } from "./console";
import { currentContext } from "./context";
import type { DeterministicGlobals } from "./deterministicGlobals";

/** What the running query or mutation sees; `null` in actions and while modules load. */
function deterministicGlobals(): DeterministicGlobals | null {
  return currentContext()?.deterministic ?? null;
}

function now(): number {
  return deterministicGlobals()?.now() ?? Date.now();
}

// A proxy and no subclass, so that dates made here and in Node are instances of each other's class.
const guardedDate = new Proxy(Date, {
  construct(target, args: unknown[], newTarget): object {
    const given = args.length === 0 ? [now()] : args;
    return Reflect.construct(target, given, newTarget === guardedDate ? FunctionsDate : newTarget) as Date;
  },
  apply: () => new Date(now()).toString(),
  get: (target, property) => (property === "now" ? now : (Reflect.get(target, property) as unknown)),
});

/** Stands for the prototype of functions' dates: Node's, but that `constructor` leads back here and not to Node's clock. */
function FunctionsDate(): void {
  throw new TypeError("Only a prototype");
}
FunctionsDate.prototype = Object.create(Date.prototype, {
  constructor: { value: guardedDate, writable: true, configurable: true },
});

// A copy and no heir: the other functions stay own properties, as quick to reach as Node's.
const guardedMath: Math = Object.defineProperties({} as Math, {
  ...Object.getOwnPropertyDescriptors(Math),
  random: {
    value: () => deterministicGlobals()?.random() ?? Math.random(),
    writable: true,
    configurable: true,
  },
});

/** `fn`, but in a query or mutation it throws and names itself as Convex does. */
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

/** What bundles reach as `globalThis.__host`: each entry stands for the global of the same name. */
export const hostGlobals = {
  Date: guardedDate,
  Math: guardedMath,
  fetch: actionsOnly(fetch, "fetch()"),
  setTimeout: actionsOnly(setTimeout, "setTimeout"),
  setInterval: actionsOnly(setInterval, "setInterval"),
  setImmediate: actionsOnly(setImmediate, "setImmediate"),
  clearTimeout,
  clearInterval,
  console: functionConsole,
  // Transactions run once here, so the system's generator serves them as it serves actions.
  crypto: globalThis.crypto,
};

/**
 * The global object as the default runtime's bundles see it where they name it by itself: with the guarded globals whatever way
 * they are taken from it (`const { fetch } = globalThis`), and without what that runtime has not.
 */
export const hostGlobal: typeof globalThis = new Proxy(globalThis, {
  get(target, property): unknown {
    if (Object.hasOwn(hostGlobals, property)) return Reflect.get(hostGlobals, property);
    return property === "process" || property === "Buffer" ? undefined : Reflect.get(target, property);
  },
});
