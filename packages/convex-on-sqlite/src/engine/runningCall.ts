/**
 * Which call the running code belongs to, through all that it awaits and starts.
 *
 * Node's AsyncLocalStorage knows that of every kind of callback. From Node 24 on it costs nothing, but before that 0.2 µs a promise, a
 * tenth of a search. Outside of Node actions, code waits for promises and for little else, so there V8's hooks write the call into each
 * promise, and what the host gives functions binds the callbacks that it takes.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { promiseHooks } from "node:v8";
import type { ExecutionContext } from "./context";

let current: ExecutionContext | undefined;

const storage = new AsyncLocalStorage<ExecutionContext>();

/** The version of Node from which on AsyncLocalStorage costs nothing. */
const FREE_STORAGE = 24;
const marksPromises = Number.parseInt(process.versions.node, 10) < FREE_STORAGE;

/** Adds a private field to what is constructed with it: other code can neither see it in a promise nor change it. */
class Given {
  constructor(object: object) {
    return object;
  }
}
class Marked extends Given {
  readonly #context: ExecutionContext | undefined;

  constructor(promise: object, context: ExecutionContext | undefined) {
    super(promise);
    this.#context = context;
  }

  static contextOf(promise: object): ExecutionContext | undefined {
    return #context in promise ? promise.#context : undefined;
  }
}

let isFollowing = false;

/** From the first call on: a process that runs no function does not pay for it. */
function follow(): void {
  isFollowing = true;
  promiseHooks.createHook({
    init(promise) {
      new Marked(promise, current);
    },
    before(promise) {
      current = Marked.contextOf(promise);
    },
    after() {
      current = undefined;
    },
  });
  // By it Node throws what a listener of an event has thrown.
  const { nextTick } = process;
  process.nextTick = (callback: (...args: never[]) => unknown, ...args: unknown[]) =>
    Reflect.apply(nextTick, process, [bound(callback), ...args]) as undefined;
}

/** The context of the running call; `undefined` outside of one (while a module loads, in the host's own code). */
export function currentContext(): ExecutionContext | undefined {
  return current ?? storage.getStore();
}

/** Runs `fn`, and everything that it awaits or starts, in `context`. */
export function runInContext<T>(context: ExecutionContext, fn: () => T): T {
  if (!marksPromises) return storage.run(context, fn);
  if (!isFollowing) follow();
  const outer = current;
  current = context;
  try {
    // Node actions may use all of Node, whose callbacks only it follows. It costs nothing until one of them runs.
    return context.inNode === true ? storage.run(context, fn) : fn();
  } finally {
    current = outer;
  }
}

/** A callback that runs in the context of the call which gives it to Node. */
export function bound<F extends (...args: never[]) => unknown>(callback: F): F {
  const context = current;
  if (context === undefined || typeof callback !== "function") return callback;
  return function (this: unknown, ...args: Parameters<F>): unknown {
    try {
      return runInContext(context, () => Reflect.apply(callback, this, args) as unknown);
    } catch (thrown) {
      lastFault = { thrown, context };
      throw thrown;
    }
  } as F;
}

/** What a callback has thrown last, until the handler of uncaught exceptions, which runs next, asks for it. */
let lastFault: { readonly thrown: unknown; readonly context: ExecutionContext } | undefined;

/** The context of code whose error nothing has caught, for a handler of Node's events: an exception, or the rejection of a promise. */
export function contextOfFault(thrown: unknown, promise?: object): ExecutionContext | undefined {
  if (promise !== undefined) return Marked.contextOf(promise) ?? storage.getStore();
  const fault = lastFault;
  lastFault = undefined;
  return fault !== undefined && fault.thrown === thrown ? fault.context : storage.getStore();
}
