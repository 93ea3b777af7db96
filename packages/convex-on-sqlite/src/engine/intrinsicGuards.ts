/**
 * The functions by which bundles change objects in ways that `intrinsicChanges.ts` does not see at once, or could not undo. A call that
 * applies one of them to a shared object gets what it asks for, in a form that can be undone; elsewhere they are JavaScript's own.
 */
import { currentContext } from "./runningCall";
import { isWatched, noteChange } from "./intrinsicChanges";

/** Whether a call, and not a module that loads, is about to change a shared object. */
function isGuarded(target: unknown): boolean {
  if (!isWatched(target) || currentContext() === undefined) return false;
  noteChange();
  return true;
}

/** A property that can be removed again. */
function undoable(target: unknown, descriptor: PropertyDescriptor): PropertyDescriptor {
  return isGuarded(target) ? { ...descriptor, configurable: true } : descriptor;
}

/** Does nothing to a shared object: it could never be undone. */
function unlessShared(seal: <T>(target: T) => T): <T>(target: T) => T {
  return (target) => (isGuarded(target) ? target : seal(target));
}

/** Replacements of functions of `Object`. */
export const objectGuards = {
  defineProperty: <T>(target: T, key: PropertyKey, descriptor: PropertyDescriptor & ThisType<unknown>): T =>
    Object.defineProperty(target, key, undoable(target, descriptor)),
  defineProperties: <T>(target: T, descriptors: PropertyDescriptorMap & ThisType<unknown>): T => {
    if (!isGuarded(target)) return Object.defineProperties(target, descriptors);
    for (const key of Reflect.ownKeys(descriptors))
      Object.defineProperty(target, key, undoable(target, descriptors[key] ?? {}));
    return target;
  },
  setPrototypeOf: <T>(target: T, prototype: object | null): T => {
    isGuarded(target);
    return Object.setPrototypeOf(target, prototype) as T;
  },
  freeze: unlessShared(Object.freeze),
  seal: unlessShared(Object.seal),
  preventExtensions: unlessShared(Object.preventExtensions),
};

/** Replacements of functions of `Reflect`. */
export const reflectGuards = {
  defineProperty: (target: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean =>
    Reflect.defineProperty(target, key, undoable(target, descriptor)),
  setPrototypeOf: (target: object, prototype: object | null): boolean => {
    isGuarded(target);
    return Reflect.setPrototypeOf(target, prototype);
  },
  preventExtensions: (target: object): boolean => isGuarded(target) || Reflect.preventExtensions(target),
};
