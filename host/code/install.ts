/** The globals that bundled functions expect: put in place once, before any bundle is imported. */
import { hostGlobal, hostGlobals } from "../engine/guards";

/** What a module of the default runtime sees as `process`: its component's own environment and nothing else. */
interface ComponentProcess {
  readonly env: Readonly<Record<string, string>>;
}

/**
 * An environment as functions see it: nothing can be changed in it, and as on Convex, who tries is not told. Libraries
 * that set a variable for themselves go on without it.
 */
function readOnly(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const unchanged = (): boolean => true;
  return new Proxy({ ...env }, { set: unchanged, deleteProperty: unchanged, defineProperty: unchanged });
}

/** The free identifiers that bundles take from `globalThis.__host` instead of from Node. */
export const GUARDED_GLOBALS = Object.keys(hostGlobals);

type HostGlobal = typeof globalThis & {
  __host?: typeof hostGlobals;
  __hostGlobal?: typeof hostGlobal;
  __hostProcess?: { [key: string]: ComponentProcess };
};

const host: HostGlobal = globalThis;

/**
 * Installs the guarded globals, source maps and UTC as the time zone of the whole process, as Convex has it: what
 * a function makes of a date must not depend on the machine. Calling it again changes nothing.
 */
export function installGlobals(): void {
  process.env.TZ = "UTC";
  host.__host = hostGlobals;
  host.__hostGlobal = hostGlobal;
  host.__hostProcess ??= {};
  // Without maps a stack names lines of the bundle; functions' errors must name the developer's.
  // Who formats stacks, as the runner does, maps them as well; Node would only read the maps and not use them.
  if (Error.prepareStackTrace === undefined) process.setSourceMapsEnabled(true);
}

/**
 * Gives the bundle with this key its `process`. Modules keep what they read at load, and Node loads a module once,
 * so a key keeps its environment for the life of the process.
 * @throws when the key already has another environment.
 */
export function installProcess(key: string, env: Readonly<Record<string, string>>): void {
  const processes = (host.__hostProcess ??= {});
  const installed = (processes[key] ??= Object.freeze({ env: readOnly(env) }));
  for (const name of new Set([...Object.keys(installed.env), ...Object.keys(env)])) {
    if (installed.env[name] !== env[name])
      throw new Error(
        `This process already loaded the app with another value of ${name}: use another outDir.`,
      );
  }
}
