/**
 * Finds and undoes what functions change of the objects that all share (intrinsics.ts). To ask how each property is defined takes a
 * fifth of a millisecond. So the host compares values and keys instead, which misses only what assignment can't do. That is seen at once
 * where `intrinsicGuards.ts` notes it, and else within a tenth of a second.
 *
 * Until a change is undone, this code may use only what it has taken from the shared objects before: no methods, no `for ... of`.
 */
import { compileFunction } from "node:vm";

type Target = Readonly<Record<PropertyKey, unknown>>;

/** An object as it should be. */
interface Known {
  readonly target: Target;
  readonly prototype: object | null;
  readonly keys: readonly PropertyKey[];
  /** Without a prototype, as are the descriptors in it: what is added to `Object.prototype` must not count here. */
  readonly properties: Readonly<Record<PropertyKey, PropertyDescriptor>>;
}

/** Objects that are compared together: few enough for V8 to optimize the code, and more than a call is worth. */
interface Batch {
  readonly objects: readonly Known[];
  readonly hasItsValues: () => boolean;
  /** Of the objects without anything to enumerate, which is cheap to see. */
  readonly isEmpty: () => boolean;
  /** Of the others. */
  readonly hasItsKeys: () => boolean;
}

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } =
  Reflect;
const { create, is, keys: enumerableKeys } = Object;

const BATCH_SIZE = 16;

/** Milliseconds between two looks at how each property is defined. */
const FULL_LOOK_EVERY_MS = 100;

let watched = new Set<unknown>();
let batches: Batch[] = [];
let fullLookMs = 0;
let hasNote = false;
/** The functions that run or wait. */
let running = 0;

/** Keeps the present state of objects. Other values, and what is watched already, don't count. */
export function watch(values: readonly unknown[]): void {
  const added = [...new Set(values)].filter(
    (value): value is Target =>
      ((typeof value === "object" && value !== null) || typeof value === "function") && !watched.has(value),
  );
  for (const target of added) watched.add(target);
  for (let start = 0; start < added.length; start += BATCH_SIZE)
    batches.push(batchOf(added.slice(start, start + BATCH_SIZE).map(knownAs)));
}

export function isWatched(object: unknown): boolean {
  return watched.has(object);
}

/** Whether there are watched objects, each as it should be. */
export function isUnchanged(): boolean {
  return batches.length > 0 && batches.every(({ objects }) => objects.every(isSame));
}

export function unwatchAll(): void {
  watched = new Set();
  batches = [];
}

/** The next look must be a full one. */
export function noteChange(): void {
  hasNote = true;
}

/** Undoes what others have changed that wait meanwhile. Without others, the look after the last function was enough. */
export function beforeFunction(): void {
  undoValues();
  if (running > 0) undoAdditions();
  running += 1;
}

/** Undoes what a function has changed, at its end. */
export function afterFunction(): void {
  running -= 1;
  undoValues();
  undoAdditions();
  if (Math.abs(performance.now() - fullLookMs) >= FULL_LOOK_EVERY_MS) undoInFull();
}

/**
 * Undoes what would mislead the host, wherever a function's code leads into the host's. V8 knows the values of such objects: it compiles
 * these comparisons to nothing until one changes.
 */
export function undoValues(): void {
  if (hasNote) return undoInFull();
  for (let index = 0; index < batches.length; index += 1)
    if (batches[index]?.hasItsValues() === false) return undoInFull();
}

/** Most classes of the web have something to enumerate: they are looked at when no function runs any more. */
function undoAdditions(): void {
  for (let index = 0; index < batches.length; index += 1) {
    const batch = batches[index];
    if (batch?.isEmpty() === false || (running === 0 && batch?.hasItsKeys() === false)) return undoInFull();
  }
}

function undoInFull(): void {
  hasNote = false;
  let isRestored = false;
  for (let index = 0; index < batches.length; index += 1) {
    const { objects } = batches[index] as Batch;
    for (let n = 0; n < objects.length; n += 1) isRestored = restore(objects[n] as Known) || isRestored;
  }
  if (isRestored) batches = batches.map(withUnchangeable);
  fullLookMs = performance.now();
}

/** What a function has made unchangeable stays, and must not cost each look from now on. */
function withUnchangeable(batch: Batch): Batch {
  if (batch.objects.every(isSame)) return batch;
  return batchOf(batch.objects.map((known) => knownAs(known.target)));
}

function knownAs(target: Target): Known {
  const keys = keysOf(target);
  const properties = create(null) as Record<PropertyKey, PropertyDescriptor>;
  for (const key of keys) {
    const descriptor = getOwnPropertyDescriptor(target, key) as PropertyDescriptor;
    setPrototypeOf(descriptor, null);
    properties[key] = descriptor;
  }
  return { target, prototype: getPrototypeOf(target), keys, properties };
}

function keysOf(target: Target): PropertyKey[] {
  return ownKeys(target).filter((key) => !isChangeable(key));
}

/** Whether libraries and the host itself set a property. */
function isChangeable(key: PropertyKey): boolean {
  return key === "stackTraceLimit" || key === "prepareStackTrace";
}

function isSame({ target, prototype, keys, properties }: Known): boolean {
  return (
    getPrototypeOf(target) === prototype &&
    keysOf(target).length === keys.length &&
    keys.every((key) => isDefinedAs(target, key, properties[key]))
  );
}

function isDefinedAs(target: Target, key: PropertyKey, before: PropertyDescriptor | undefined): boolean {
  const now = getOwnPropertyDescriptor(target, key);
  return (
    now !== undefined && is(now.value, before?.value) && now.get === before?.get && now.set === before?.set
  );
}

/** Restores an object, and says whether there was anything to restore. */
function restore({ target, prototype, keys, properties }: Known): boolean {
  let isRestored = getPrototypeOf(target) !== prototype;
  if (isRestored) setPrototypeOf(target, prototype);
  const present = ownKeys(target);
  for (let index = 0; index < present.length; index += 1) {
    const key = present[index] as PropertyKey;
    if (key in properties || isChangeable(key)) continue;
    isRestored = true;
    deleteProperty(target, key);
  }
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as PropertyKey;
    const before = properties[key] as PropertyDescriptor;
    if (isDefinedAs(target, key, before)) continue;
    isRestored = true;
    defineProperty(target, key, before);
  }
  return isRestored;
}

function batchOf(objects: readonly Known[]): Batch {
  const values = new Bindings();
  const comparisons = objects.flatMap((known) => valueComparisons(known, values));
  const [empty, keys] = [new Bindings(), new Bindings()];
  const filled = objects.filter(({ target }) => hasEnumerable(target));
  const others = objects.filter((known) => !filled.includes(known));
  return {
    objects,
    hasItsValues: values.compile(`return ${comparisons.join("&&") || "true"};`),
    isEmpty: empty.compile(
      `${others.map(({ target }) => `for(const key in ${empty.add(target)})return false;`).join("")}return true;`,
    ),
    hasItsKeys: keys.compile(
      `return ${filled.map(({ target }) => keyComparison(target, keys)).join("&&") || "true"};`,
    ),
  };
}

/** Whether anything of an object is enumerated, its own or inherited. */
function hasEnumerable(target: Target): boolean {
  for (const _ in target) return true;
  return false;
}

/** The values of generated code, each under a name of its own, so that V8 takes them for constants. */
class Bindings {
  private readonly values: unknown[] = [];

  add(value: unknown): string {
    return `v${this.values.push(value) - 1}`;
  }

  compile(body: string): () => boolean {
    const names = this.values.map((_, index) => `v${index}`).join();
    const make = compileFunction(`"use strict";const [${names}]=values;return ()=>{${body}};`, ["values"]);
    return (make as (values: readonly unknown[]) => () => boolean)(this.values);
  }
}

/** Compares each value. What assignment can't change need only be there. */
function valueComparisons({ target, keys, properties }: Known, bindings: Bindings): string[] {
  const object = bindings.add(target);
  return keys.flatMap((key) => {
    const { value, writable, configurable } = properties[key] ?? {};
    const name = typeof key === "string" ? JSON.stringify(key) : bindings.add(key);
    if (writable === true && !Number.isNaN(value)) return [`${object}[${name}]===${bindings.add(value)}`];
    return configurable === true ? [`${name} in ${object}`] : [];
  });
}

/** Finds keys that were added by assignment. */
function keyComparison(target: Target, bindings: Bindings): string {
  const keys = enumerableKeys(target);
  const now = `${bindings.add(enumerableKeys)}(${bindings.add(target)})`;
  if (!keys.some(isChangeable)) return `${now}.length===${keys.length}`;
  return `${now}.every(${bindings.add((key: string) => isChangeable(key) || keys.includes(key))})`;
}
