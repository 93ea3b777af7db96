/**
 * What functions set on objects that all of them share: their global object, `Date`, `console`. A call sees its own changes until
 * it ends. No other call sees them, also not one that it calls or that runs meanwhile: on Convex each call has globals of its
 * own. What a module sets while it loads stays, because on Convex every call loads it.
 */
import type { ExecutionContext } from "./context";
import { currentContext } from "./runningCall";

/** Values by property. A deleted property is `undefined`. */
export type Changes = Record<PropertyKey, unknown>;

/** The running calls that have changed something: usually none, which makes reading fast. */
let changedCalls = 0;

/** The changes to one object. */
export class Changeable {
  private whileLoading: Changes | null = null;
  /** How many changes modules have made. */
  private loads = 0;

  /** A property of an object that answers for what has changed: reading it costs a comparison while no call has changed anything. */
  property(property: PropertyKey, initial: unknown): { get: () => unknown; set: (value: unknown) => void } {
    let loaded = initial;
    let loadsSeen = 0;
    return {
      get: () => {
        if (changedCalls !== 0) return this.value(property, initial);
        if (loadsSeen !== this.loads) {
          loaded = this.value(property, initial);
          loadsSeen = this.loads;
        }
        return loaded;
      },
      set: (value) => this.set(property, value),
    };
  }

  /** The value of a property; `initial` if nothing has changed it. */
  value(property: PropertyKey, initial: unknown): unknown {
    const changes = this.changesOf(property);
    return changes === undefined ? initial : changes[property];
  }

  has(property: PropertyKey): boolean {
    return this.changesOf(property) !== undefined;
  }

  set(property: PropertyKey, value: unknown): true {
    const context = currentContext();
    if (context === undefined) {
      (this.whileLoading ??= noChanges())[property] = value;
      this.loads += 1;
    } else if (!context.isOver) this.changesIn(context)[property] = value;
    return true;
  }

  properties(): readonly PropertyKey[] {
    const changes = [this.whileLoading, currentContext()?.changes?.get(this)];
    return changes.flatMap((some) => Reflect.ownKeys(some ?? {}));
  }

  private changesOf(property: PropertyKey): Changes | undefined {
    const own = changedCalls === 0 ? undefined : currentContext()?.changes?.get(this);
    if (own !== undefined && property in own) return own;
    return this.whileLoading !== null && property in this.whileLoading ? this.whileLoading : undefined;
  }

  private changesIn(context: ExecutionContext): Changes {
    if (context.changes === undefined) {
      context.changes = new Map();
      changedCalls += 1;
    }
    const changes = context.changes.get(this) ?? noChanges();
    context.changes.set(this, changes);
    return changes;
  }
}

function noChanges(): Changes {
  return Object.create(null) as Changes;
}

/** The state of a call that has changed nothing yet. */
export const UNCHANGED = { changes: undefined, isOver: false } as const;

/** Forgets the changes of a call that ends. */
export function endChanges(context: ExecutionContext): void {
  context.isOver = true;
  if (context.changes === undefined) return;
  context.changes = undefined;
  changedCalls -= 1;
}

/** A property of `owner` that each call can set for itself. */
export function perCallProperty(owner: object, property: string, initial: unknown): PropertyDescriptor {
  const { get, set } = new Changeable().property(property, initial);
  return {
    get,
    set(this: object, value: unknown) {
      // As with an ordinary property, an object that inherits it gets one of its own.
      if (this === owner) set(value);
      else Object.defineProperty(this, property, { value, ...ORDINARY });
    },
    enumerable: false,
    configurable: true,
  };
}

const ORDINARY = { writable: true, enumerable: true, configurable: true };

/**
 * An object of which each call sees its own changes.
 * @param target carries the prototype and what can't be changed; its other properties don't count
 * @param read a property that nothing has changed
 */
export function perCallObject<T extends object>(
  target: T,
  read: (property: PropertyKey) => unknown,
  traps: Pick<ProxyHandler<T>, "construct" | "apply"> = {},
  changeable = new Changeable(),
): T {
  const proxy: T = new Proxy(target, {
    ...traps,
    get: (_, property) => (changeable.has(property) ? changeable.value(property, undefined) : read(property)),
    set(_, property, value, receiver) {
      if (receiver === proxy) return changeable.set(property, value);
      return Reflect.defineProperty(receiver as object, property, {
        value,
        ...ORDINARY,
      });
    },
    defineProperty: (_, property, { get, value }) =>
      changeable.set(property, get === undefined ? value : Reflect.apply(get, proxy, [])),
    deleteProperty: (_, property) => changeable.set(property, undefined),
    has: (_, property) => changeable.has(property) || property in target || read(property) !== undefined,
    getOwnPropertyDescriptor(_, property) {
      const fixed = Reflect.getOwnPropertyDescriptor(target, property);
      if (fixed?.configurable === false) return fixed;
      const value: unknown = Reflect.get(proxy, property);
      return value === undefined ? undefined : { value, ...ORDINARY };
    },
    ownKeys: () =>
      [...new Set([...Reflect.ownKeys(target), ...changeable.properties()])] as (string | symbol)[],
  });
  return proxy;
}
