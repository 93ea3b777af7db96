/**
 * `convexTest` on this host: function tests written for the package convex-test, which simulates Convex in memory, run on
 * the real engine, each with its own database. vitest.config.ts aliases that package to this file.
 */
import { randomUUID } from "node:crypto";
import type { convexTest as imitation } from "convex-test";
import { actionGeneric, getFunctionAddress, mutationGeneric, queryGeneric } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type Value } from "convex/values";
import type { Engine } from "../../src/engine/engine";
import type {
  CallOptions,
  ConvexJson,
  FunctionAddress,
  FunctionError,
  Outcome,
  RequestMeta,
} from "../../src/types";
import type { ModuleMap, Schema } from "./moduleMapApp";
import { queryOnce } from "../queryOnce";
import { TestBackend, type BackendOptions } from "./backend";

type Kind = "query" | "mutation" | "action";
/** An inline function of a test. */
type Inline = (ctx: object) => unknown;
type Caller = Pick<RequestMeta, "ip" | "userAgent">;

const REGISTER = { query: queryGeneric, mutation: mutationGeneric, action: actionGeneric };
const ANONYMOUS: Caller = { ip: null, userAgent: null };

/** The interface of convex-test, for one caller. */
class TestConvex {
  private readonly backend: TestBackend;
  private readonly caller: Caller;

  constructor(backend: TestBackend, caller: Caller) {
    this.backend = backend;
    this.caller = caller;
  }

  readonly query = (callee: object, args?: Record<string, Value>): Promise<Value> =>
    this.call("query", callee, args);

  readonly mutation = (callee: object, args?: Record<string, Value>): Promise<Value> =>
    this.call("mutation", callee, args);

  readonly action = (callee: object, args?: Record<string, Value>): Promise<Value> =>
    this.call("action", callee, args);

  readonly run = (handler: Inline): Promise<Value> => this.runInComponent("", handler);

  /** Missing in the types of convex-test, but the only way for a test to inspect a component. */
  readonly runInComponent = (path: string, handler: Inline): Promise<Value> =>
    this.callInline("mutation", path, (ctx) => handler(withFileAccess(ctx)));

  readonly fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    if (!path.startsWith("/")) throw new Error(`The path of a fetch must start with "/", unlike "${path}".`);
    const { app, engine } = await this.backend.start();
    const url = new URL(`https://some.convex.site${path}`);
    const found = app.app.http?.(url.pathname, init?.method ?? "GET") ?? null;
    if (found === null) return new Response("No matching routes found", { status: 404 });
    return engine.httpAction(found, new Request(url, init), this.options().meta);
  };

  readonly finishInProgressScheduledFunctions = async (): Promise<void> => {
    await (await this.backend.start()).jobs.finishInProgress();
  };

  readonly finishAllScheduledFunctions = async (advance: () => void, maxIterations = 100): Promise<void> => {
    await (await this.backend.start()).jobs.finishAll(advance, maxIterations);
  };

  readonly withRequestMetadata = ({ ip = null, userAgent = null }: Partial<Caller>): TestConvex =>
    new TestConvex(this.backend, { ip, userAgent });

  readonly withIdentity = (): never => {
    throw new Error(
      "This host does not authenticate users, so tests can't run as one: withIdentity is not supported.",
    );
  };

  readonly registerComponent = (path: string, schema: Schema, modules: ModuleMap): void => {
    this.backend.register(path, schema, modules);
  };

  private async call(kind: Kind, callee: object, args: Record<string, Value> = {}): Promise<Value> {
    if (isInline(callee)) return this.callInline(kind, "", callee);
    const { app, engine } = await this.backend.start();
    const address = await app.resolve(getFunctionAddress(callee));
    return valueOf(await this.answerOf(engine, kind, address, convexToJson(args) as ConvexJson));
  }

  private async callInline(kind: Kind, componentPath: string, inline: Inline): Promise<Value> {
    const { app, engine } = await this.backend.start();
    const thrown: unknown[] = [];
    const registered = REGISTER[kind]({
      handler: async (ctx: object) => {
        try {
          return await inline(ctx);
        } catch (cause) {
          thrown.push(cause);
          throw new Error("The test's own function failed.", { cause });
        }
      },
    });
    const outcome = await app.withInline(componentPath, registered, (address) =>
      this.answerOf(engine, kind, address, {}),
    );
    // An error of the test's own function, such as a failed assertion, is rethrown unchanged.
    if (!outcome.ok && thrown.length > 0) throw thrown[0];
    return valueOf(outcome);
  }

  private answerOf(engine: Engine, kind: Kind, address: FunctionAddress, args: ConvexJson): Promise<Outcome> {
    return kind === "query"
      ? queryOnce(engine, address, args, this.options())
      : engine[kind](address, args, this.options());
  }

  private options(): CallOptions {
    const requestId = randomUUID().replaceAll("-", "").slice(0, 16);
    return {
      visibility: "any",
      meta: { ...this.caller, requestId, scheduledFunctionId: null, authToken: null },
    };
  }
}

/** Function references are objects, never functions. */
function isInline(callee: object): callee is Inline {
  return typeof callee === "function";
}

/** Adds the file access that `run` has beyond a mutation's context, which this host does not support. */
function withFileAccess(ctx: object): object {
  const refused = () =>
    Promise.reject(new Error("This host has no file storage: a test can't store or get files."));
  const storage = "storage" in ctx && typeof ctx.storage === "object" ? ctx.storage : {};
  return { ...ctx, storage: { ...storage, store: refused, get: refused } };
}

function valueOf(outcome: Outcome): Value {
  if (!outcome.ok) throw errorOf(outcome.error);
  return jsonToConvex(JSON.parse(outcome.value) as ConvexJson);
}

/** Converts a failure to the error that real clients throw. */
function errorOf({ message, data }: FunctionError): Error {
  if (data === undefined) return new Error(message);
  const error = new ConvexError<Value>(message);
  error.data = jsonToConvex(data);
  return error;
}

function isSchema(given: Schema | BackendOptions): given is Schema {
  return "tables" in given;
}

function createTestConvex(given: Schema | BackendOptions = {}, modules?: ModuleMap): TestConvex {
  const options = isSchema(given) ? { schema: given, ...(modules === undefined ? {} : { modules }) } : given;
  return new TestConvex(new TestBackend(options), ANONYMOUS);
}

/** Creates the backend of one test, like the function of the same name in convex-test. Call it during a test. */
export const convexTest = createTestConvex as unknown as typeof imitation;
