/**
 * JavaScript's own objects, such as `Array.prototype`, are one for the host and all functions: another realm would have other
 * classes, so that `instanceof Error` and `instanceof Uint8Array` would fail for what Node's own functions return. So what a function
 * changes there is undone soon after its call, before it reaches many others.
 */
import { SHARED_COPIES } from "./guards";

/** An object as it should be. */
interface Known {
  readonly object: Record<PropertyKey, unknown>;
  readonly count: number;
  readonly properties: ReadonlyMap<PropertyKey, PropertyDescriptor>;
  /** The properties with a value: reading them costs less than asking how they are defined. */
  readonly values: readonly (readonly [PropertyKey, unknown])[];
}

const NAMES = [
  ...["Object", "Function", "Array", "String", "Number", "Boolean", "Symbol", "BigInt", "RegExp", "Promise"],
  ...[
    "Map",
    "Set",
    "WeakMap",
    "WeakSet",
    "Error",
    "TypeError",
    "RangeError",
    "SyntaxError",
    "AggregateError",
  ],
  ...["Date", "Math", "JSON", "Reflect", "Proxy", "Intl", "ArrayBuffer", "DataView", "Uint8Array"],
] as const;

/** Libraries and the host itself set these. */
const CHANGEABLE: ReadonlySet<PropertyKey> = new Set(["stackTraceLimit", "prepareStackTrace"]);

/** Milliseconds between two looks, which take a tenth of one. */
const LOOK_EVERY_MS = 100;

let known: readonly Known[] = [];
let lookedAtMs = 0;

/** What there is now is right: to be called after modules have loaded, because polyfills belong to every call. */
export function keepIntrinsics(): void {
  const shared = NAMES.flatMap((name): object[] => {
    const intrinsic = globalThis[name] as object & { readonly prototype?: object };
    return intrinsic.prototype === undefined ? [intrinsic] : [intrinsic, intrinsic.prototype];
  });
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
  known = [...shared, iterator, typedArray, ...SHARED_COPIES].map(knownAs);
}

function knownAs(object: object): Known {
  const properties = new Map(
    keysOf(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key) ?? {}] as const),
  );
  const values = [...properties]
    .filter(([, { get, set }]) => get === undefined && set === undefined)
    .map(([key, { value }]) => [key, value as unknown] as const);
  return { object: object as Known["object"], count: Reflect.ownKeys(object).length, properties, values };
}

function keysOf(object: object): PropertyKey[] {
  return Reflect.ownKeys(object).filter((key) => !CHANGEABLE.has(key));
}

/** Undoes what has changed. Looks only if the last look was some time ago. */
export function restoreIntrinsics(nowMs = performance.now()): void {
  if (Math.abs(nowMs - lookedAtMs) < LOOK_EVERY_MS) return;
  lookedAtMs = nowMs;
  for (const one of known) {
    const { object, values, count } = one;
    const isSame =
      Reflect.ownKeys(object).length === count &&
      values.every(([key, value]) => Object.is(object[key], value));
    if (!isSame) restore(one);
  }
}

function restore({ object, properties }: Known): void {
  for (const [key, before] of properties) {
    const now = Object.getOwnPropertyDescriptor(object, key);
    const isSame = Object.is(now?.value, before.value) && now?.get === before.get && now?.set === before.set;
    if (!isSame) Reflect.defineProperty(object, key, before);
  }
  for (const key of keysOf(object)) if (!properties.has(key)) Reflect.deleteProperty(object, key);
}
