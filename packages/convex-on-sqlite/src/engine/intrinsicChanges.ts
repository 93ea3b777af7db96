/**
 * Finds and undoes what functions change of the objects that all share (intrinsics.ts). To ask how each property is defined takes a
 * fifth of a millisecond. So the host compares values instead, and looks for keys where there should be none. That misses what assignment can't
 * do, which is seen at once where `intrinsicGuards.ts` notes it, and what is added to rarer objects; the rest is seen within a tenth of a
 * second.
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

/** Objects with one function a look: few enough for V8 to optimize it. */
interface Batch {
  readonly objects: readonly Known[];
  /** The host itself uses them wherever it runs. */
  readonly isBasic: boolean;
  readonly hasItsValues: () => boolean;
  readonly hasNothingNew: () => boolean;
}

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } =
  Reflect;
const { create, is } = Object;

const BATCH_SIZE = 32;

/** Milliseconds between two looks at how each property is defined. */
const FULL_LOOK_EVERY_MS = 100;

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

let watched = new Set<unknown>();
let batches: readonly Batch[] = [];
let hasBasicValues = allOf([]);
let hasOtherValues = allOf([]);
let hasNothingNew = allOf([]);
let fullLookMs = 0;
let hasNote = false;

/** Keeps the present state of objects. Other values, and what is watched already, don't count. */
export function watch(values: readonly unknown[], { isBasic = false } = {}): void {
  // A function may be the first to read a class.
  undoValues();
  const added = [...new Set(values)].filter(
    (value): value is Target =>
      ((typeof value === "object" && value !== null) || typeof value === "function") && !watched.has(value),
  );
  for (const target of added) watched.add(target);
  const starts = added.map((_, index) => index).filter((index) => index % BATCH_SIZE === 0);
  const more = starts.map((start) => batchOf(added.slice(start, start + BATCH_SIZE).map(knownAs), isBasic));
  setBatches([...batches, ...more]);
}

function setBatches(changed: readonly Batch[]): void {
  const basic = changed.filter(({ isBasic }) => isBasic);
  const others = changed.filter(({ isBasic }) => !isBasic);
  hasBasicValues = allOf(basic.map(({ hasItsValues }) => hasItsValues));
  hasOtherValues = allOf(others.map(({ hasItsValues }) => hasItsValues));
  hasNothingNew = allOf(basic.map((batch) => batch.hasNothingNew));
  batches = changed;
}

/** Looks as one function: V8 inlines what it consists of. */
function allOf(looks: readonly (() => boolean)[]): () => boolean {
  const bindings = new Bindings();
  return bindings.compile(`return ${looks.map((look) => `${bindings.add(look)}()`).join("&&") || "true"};`);
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
  setBatches([]);
}

/** The next look must be a full one. */
export function noteChange(): void {
  hasNote = true;
}

/** Undoes what others, which wait meanwhile, have noted. */
export function beforeFunction(): void {
  if (hasNote) undoInFull();
}

/** Undoes what a function has changed, at its end. */
export function afterFunction(): void {
  undoAll();
  if (Math.abs(performance.now() - fullLookMs) >= FULL_LOOK_EVERY_MS) undoInFull();
}

/**
 * Undoes what would mislead the host, wherever a function's code leads into the host's. V8 knows the values of such objects: it compiles
 * most of these comparisons to nothing until one changes.
 */
export function undoValues(): void {
  if (hasNote || !hasBasicValues()) undoInFull();
}

function undoAll(): void {
  if (hasNote || !hasBasicValues() || !hasOtherValues() || !hasNothingNew()) undoInFull();
}

function undoInFull(): void {
  hasNote = false;
  let isRestored = false;
  for (let index = 0; index < batches.length; index += 1) {
    const { objects } = batches[index] as Batch;
    for (let n = 0; n < objects.length; n += 1) isRestored = restore(objects[n] as Known) || isRestored;
  }
  if (isRestored) setBatches(batches.map(withUnchangeable));
  fullLookMs = performance.now();
}

/** What a function has made unchangeable stays, and must not cost each look from now on. */
function withUnchangeable(batch: Batch): Batch {
  if (batch.objects.every(isSame)) return batch;
  return batchOf(
    batch.objects.map((known) => knownAs(known.target)),
    batch.isBasic,
  );
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

function batchOf(objects: readonly Known[], isBasic: boolean): Batch {
  const values = new Bindings();
  const comparisons = objects.flatMap((known) => valueComparisons(known, values));
  const keys = new Bindings();
  const loops = objects.map(({ target }) => emptyLoop(target, keys));
  return {
    objects,
    isBasic,
    hasItsValues: values.compile(`return ${comparisons.join("&&") || "true"};`),
    hasNothingNew: keys.compile(`${loops.join("")}return true;`),
  };
}

/**
 * Finds what was added by assignment to prototypes and objects such as `JSON`, where nothing is enumerated: more objects cost too much for
 * each call, and counting keys costs ten times as much.
 */
function emptyLoop(target: Target, bindings: Bindings): string {
  if (typeof target === "function") return "";
  for (const _ in target) return "";
  return `for(const key in ${bindings.add(target)})return false;`;
}

/** Compares each value. What assignment can't change need only be there; a function's name and length V8 looks up each time. */
function valueComparisons({ target, keys, properties }: Known, bindings: Bindings): string[] {
  const object = bindings.add(target);
  return keys.flatMap((key) => {
    const { value, writable, configurable } = properties[key] ?? {};
    const name = typeof key === "string" ? JSON.stringify(key) : bindings.add(key);
    if (writable === true && !Number.isNaN(value)) return [`${object}[${name}]===${bindings.add(value)}`];
    const isOfFunction = typeof target === "function" && (key === "name" || key === "length");
    return configurable === true && !isOfFunction ? [`${name} in ${object}`] : [];
  });
}
