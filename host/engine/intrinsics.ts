/**
 * JavaScript's own objects, such as `Array.prototype`, are one for the host and all functions: another realm would have other
 * classes, so that `instanceof Error` and `instanceof Uint8Array` would fail for what Node's own functions return. So what a function
 * changes there is undone soon after its call, before it reaches many others.
 */
import { SHARED_COPIES } from "./guards";

type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;

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

/** Milliseconds between two looks, which take a fifth of one. */
const LOOK_EVERY_MS = 100;

let known: readonly (readonly [object, Properties])[] = [];
let lookedAtMs = 0;

/** What there is now is right: to be called after modules have loaded, because polyfills belong to every call. */
export function keepIntrinsics(): void {
  const shared = NAMES.flatMap((name): object[] => {
    const intrinsic = globalThis[name] as object & { readonly prototype?: object };
    return intrinsic.prototype === undefined ? [intrinsic] : [intrinsic, intrinsic.prototype];
  });
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
  known = [...shared, iterator, typedArray, ...SHARED_COPIES].map((object) => [object, propertiesOf(object)]);
}

function propertiesOf(object: object): Properties {
  return new Map(
    Reflect.ownKeys(object)
      .filter((key) => !CHANGEABLE.has(key))
      .map((key) => [key, Object.getOwnPropertyDescriptor(object, key) ?? {}]),
  );
}

/** Undoes what has changed. Looks only if the last look was some time ago. */
export function restoreIntrinsics(nowMs = performance.now()): void {
  if (Math.abs(nowMs - lookedAtMs) < LOOK_EVERY_MS) return;
  lookedAtMs = nowMs;
  for (const [object, properties] of known) {
    for (const [key, before] of properties) {
      const now = Object.getOwnPropertyDescriptor(object, key);
      if (now?.value !== before.value || now?.get !== before.get || now?.set !== before.set)
        Reflect.defineProperty(object, key, before);
    }
    for (const key of Reflect.ownKeys(object))
      if (!properties.has(key) && !CHANGEABLE.has(key)) Reflect.deleteProperty(object, key);
  }
}
