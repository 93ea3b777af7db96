// Runs recorded calls again, each in a fresh context with the bundle of a deployment and the recorded syscall results:
// node --experimental-vm-modules child.mjs <bundle folder> <file of calls> <file of results>
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import vm from "node:vm";

const [bundle, callsFile, resultsFile] = process.argv.slice(2);
const { calls, env, runs } = JSON.parse(readFileSync(callsFile, "utf8"));
const ENV = env;

/** Source texts and code caches by path. A deployment caches compiled code as well. */
const sources = new Map();
const caches = new Map();

const HOST_GLOBALS = [
  "console",
  "TextEncoder",
  "TextDecoder",
  "URL",
  "URLSearchParams",
  "Headers",
  "Request",
  "Response",
  "fetch",
  "crypto",
  "AbortController",
  "AbortSignal",
  "structuredClone",
  "performance",
  "atob",
  "btoa",
  "queueMicrotask",
  "ReadableStream",
  "TransformStream",
  "WritableStream",
  "Blob",
  "File",
  "FormData",
  "Event",
  "EventTarget",
  "DOMException",
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
];

function freshContext(convex, now) {
  const globals = { Convex: convex, process: { env: ENV } };
  for (const name of HOST_GLOBALS) globals[name] = globalThis[name];
  globals.console = { log() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {} };
  const context = vm.createContext(globals);
  vm.runInContext(`globalThis.self = globalThis; Date.now = () => ${now};`, context);
  return context;
}

/** Links and evaluates a module of the bundle in `context`. Returns it and the number of loaded modules. */
async function load(name, context, keepCode) {
  const modules = new Map();
  const moduleAt = (path) => {
    let made = modules.get(path);
    if (made === undefined) {
      if (!sources.has(path)) sources.set(path, readFileSync(path, "utf8"));
      made = new vm.SourceTextModule(sources.get(path), {
        context,
        identifier: path,
        cachedData: caches.get(path),
      });
      if (keepCode && !caches.has(path)) caches.set(path, made.createCachedData());
      modules.set(path, made);
    }
    return made;
  };
  const root = moduleAt(join(bundle, `${name}.js`));
  await root.link((specifier, from) => moduleAt(resolve(dirname(from.identifier), specifier)));
  await root.evaluate();
  return { namespace: root.namespace, modules: modules.size };
}

/** The three entry points of the library, which return the recorded results. */
function recordedConvex(syscalls, diverged) {
  const byCall = new Map();
  const byOp = new Map();
  const add = (map, key, entry) => (map.has(key) ? map.get(key).push(entry) : map.set(key, [entry]));
  const used = new Set();
  for (const entry of syscalls) {
    add(byCall, `${entry.op}\n${entry.args}`, entry);
    add(byOp, entry.op, entry);
  }
  const next = (list) => {
    while (list !== undefined && list.length > 0) {
      const entry = list.shift();
      if (!used.has(entry)) return entry;
    }
    return undefined;
  };
  const answer = (op, args) => {
    let entry = next(byCall.get(`${op}\n${args}`));
    if (entry === undefined) {
      // Arguments with random ids differ, so calls are matched by operation and order.
      diverged.count += 1;
      entry = next(byOp.get(op));
    }
    if (entry === undefined) throw new Error(`the replay asked for more than was recorded: ${op}`);
    used.add(entry);
    return entry;
  };
  const plain = (args) => JSON.stringify(JSON.parse(args));
  return {
    syscall: (op, args) => answer(op, plain(args)).answer,
    asyncSyscall: async (op, args) => {
      const { answer: text, error } = answer(op, plain(args));
      if (error === undefined) return text;
      const thrown = new Error(error.message);
      if ("data" in error) thrown.data = error.data;
      throw thrown;
    },
    jsSyscall: (op, args) => JSON.parse(answer(op, JSON.stringify(args)).answer),
  };
}

/** Milliseconds of JavaScript since `from`: the lesser of elapsed time and CPU time. */
function marked() {
  return { wall: performance.now(), cpu: process.cpuUsage() };
}
function since({ wall, cpu }) {
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - wall, (user + system) / 1000);
}

async function replay(call, keepCode) {
  const [module, name] = call.name.split(":");
  const diverged = { count: 0 };
  // By reference, so that a second run in the same context gets its own results.
  const answers = { current: recordedConvex(call.syscalls, diverged) };
  const convex = {
    syscall: (...args) => answers.current.syscall(...args),
    asyncSyscall: (...args) => answers.current.asyncSyscall(...args),
    jsSyscall: (...args) => answers.current.jsSyscall(...args),
  };
  const invoke = call.kind === "query" ? "invokeQuery" : "invokeMutation";
  const start = marked();
  const context = freshContext(convex, call.startedAt);
  const { namespace, modules } = await load(module, context, keepCode);
  const loadMs = since(start);
  await namespace[name][invoke](call.args);
  const coldMs = since(start);
  answers.current = recordedConvex(call.syscalls, diverged);
  const again = marked();
  await namespace[name][invoke](call.args);
  const warmMs = since(again);
  return { coldMs, loadMs, warmMs, modules, diverged: diverged.count };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const results = [];
for (const call of calls) {
  try {
    const made = [];
    // The first run fills the code cache.
    await replay(call, true);
    for (let run = 0; run < runs; run += 1) made.push(await replay(call, false));
    const of = (field) => median(made.map((one) => one[field]));
    results.push({
      name: call.name,
      ok: true,
      coldMs: of("coldMs"),
      loadMs: of("loadMs"),
      warmMs: of("warmMs"),
      modules: of("modules"),
      diverged: of("diverged"),
    });
  } catch (error) {
    results.push({
      name: call.name,
      ok: false,
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}
writeFileSync(resultsFile, JSON.stringify(results));
