/**
 * The objects that the host and all functions share: JavaScript's own, such as `Array.prototype`, and the web platform's classes.
 * Another realm would have others, so that `instanceof Error` and `instanceof Uint8Array` would fail for what Node's own functions
 * return. So what a function changes there is undone.
 */
import { SHARED_COPIES } from "./guards";
import { isUnchanged, unwatchAll, watch } from "./intrinsicChanges";

const BASIC: readonly string[] = [
  ...["Object", "Function", "Array", "String", "Number", "Boolean", "Symbol", "BigInt", "RegExp"],
  ...["Promise", "Map", "Set", "WeakMap", "WeakSet", "Error", "JSON", "Reflect", "Uint8Array", "Buffer"],
];

const ERRORS = ["Aggregate", "Eval", "Range", "Reference", "Syntax", "Type", "URI"] as const;
const INTEGERS = ["Int8", "Int16", "Uint16", "Int32", "Uint32", "BigInt64", "BigUint64"] as const;
const OTHERS: readonly string[] = [
  ...["WeakRef", "FinalizationRegistry", "Iterator", "Proxy", "Intl", "Atomics", "WebAssembly"],
  ...["ArrayBuffer", "SharedArrayBuffer", "DataView", "Uint8ClampedArray", "Float32Array", "Float64Array"],
  ...INTEGERS.map((name) => `${name}Array`),
  ...ERRORS.map((name) => `${name}Error`),
];

const WEB: readonly string[] = [
  ...["AbortController", "AbortSignal", "Blob", "BroadcastChannel", "CompressionStream", "Crypto"],
  ...["CryptoKey", "CustomEvent", "DOMException", "DecompressionStream", "Event", "EventTarget", "File"],
  ...["FormData", "Headers", "MessageChannel", "MessageEvent", "MessagePort", "Performance", "Request"],
  ...["Response", "SubtleCrypto", "TextDecoder", "TextDecoderStream", "TextEncoder", "TextEncoderStream"],
  ...["URL", "URLSearchParams", "WebSocket", "ByteLengthQueuingStrategy", "CountQueuingStrategy"],
  ...["ReadableByteStreamController", "ReadableStream", "ReadableStreamBYOBReader"],
  ...["ReadableStreamBYOBRequest", "ReadableStreamDefaultController", "ReadableStreamDefaultReader"],
  ...["TransformStream", "TransformStreamDefaultController", "WritableStream"],
  ...["WritableStreamDefaultController", "WritableStreamDefaultWriter"],
];

// Functions see other objects in place of `Date` and `Math` (guards.ts), but a date's prototype leads to Node's.
const DATES = [Date.prototype, ...SHARED_COPIES];

/** What there is now is right: to be called after modules have loaded, because polyfills belong to every call. */
export function keepIntrinsics(): void {
  if (isUnchanged()) return;
  unwatchAll();
  const valuesOf = (names: readonly string[]): unknown[] =>
    names.map((name): unknown => Reflect.get(globalThis, name)).flatMap(withPrototype);
  const formats = Object.getOwnPropertyNames(Intl).map((name): unknown => Reflect.get(Intl, name));
  watch([...valuesOf(BASIC), ...unnamed(), ...DATES], { isBasic: true });
  watch([...valuesOf(OTHERS), ...formats.flatMap(withPrototype)]);
  for (const name of WEB) watchWhenLoaded(name);
}

function withPrototype(value: unknown): unknown[] {
  return typeof value === "function" ? [value, value.prototype] : [value];
}

/** The classes of JavaScript that have no global name. */
function unnamed(): unknown[] {
  const iterators = [[], new Map(), new Set(), ""].map((iterable) => iterable[Symbol.iterator]());
  const functions = [function* () {}, async function () {}, async function* () {}];
  const generators = [functions[0]?.prototype, functions[2]?.prototype] as object[];
  const instances: object[] = [
    ...iterators,
    "".matchAll(/./g),
    new Uint8Array(),
    ...functions,
    ...generators,
  ];
  return instances.flatMap(prototypesOf).flatMap((prototype) => [prototype, prototype.constructor]);
}

function prototypesOf(instance: object): object[] {
  const prototype = Object.getPrototypeOf(instance) as object | null;
  return prototype === null ? [] : [prototype, ...prototypesOf(prototype)];
}

/** Node loads most classes when they are first read, which takes 40 ms for all: they are watched from then on. */
function watchWhenLoaded(name: string): void {
  const global = Object.getOwnPropertyDescriptor(globalThis, name);
  if (global?.get === undefined) return watch(withPrototype(global?.value));
  Object.defineProperty(globalThis, name, {
    ...global,
    get(): unknown {
      Object.defineProperty(globalThis, name, global);
      const loaded: unknown = Reflect.get(globalThis, name);
      watch(withPrototype(loaded));
      return loaded;
    },
  });
}
