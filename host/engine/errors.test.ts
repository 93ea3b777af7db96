import { describe, expect, it } from "vitest";
import { StoreError } from "../store/sqlite";
import { describeThrown, toFunctionError } from "./errors";
import { registerAppFolder } from "./appFrames";

registerAppFolder("/srv/anima/convex");

function thrownAt(...frames: string[]): Error {
  const error = new RangeError("too far");
  error.stack = ["RangeError: too far", ...frames.map((frame) => `    at ${frame}`)].join("\n");
  return error;
}

describe("the error of a function", () => {
  it("contains the app's own frames, without the installation path", () => {
    const error = thrownAt(
      "decay (/srv/anima/convex/mind/decay.ts:10:5)",
      "async handler (file:///srv/anima/convex/memories.ts:3:7)",
      "/srv/anima/convex/ticks.ts:1:2",
      "invokeMutation (/srv/anima/node_modules/convex/src/server/impl/registration_impl.ts:9:1)",
      "call (/srv/anima/host/engine/invoke.ts:40:19)",
    );
    expect(describeThrown(error).message).toBe(
      "Uncaught RangeError: too far\n" +
        "    at decay (../convex/mind/decay.ts:10:5)\n" +
        "    at handler (../convex/memories.ts:3:7)\n" +
        "    at <anonymous> (../convex/ticks.ts:1:2)",
    );
  });

  it("hides other frames even if the project's folder has such a name or an unusual one", () => {
    const folder = "/srv/convex/an ima (2)/node_modules";
    registerAppFolder(`${folder}/convex`);
    const error = thrownAt(
      `handler (${folder}/convex/level.ts:3:7)`,
      `async file://${folder.replaceAll(" ", "%20")}/convex/deep/level.ts:1:2`,
      `call (${folder}/host/engine/invoke.ts:40:19)`,
      `query (${folder}/node_modules/convex/src/server.ts:9:1)`,
    );
    expect(describeThrown(error).message).toBe(
      "Uncaught RangeError: too far\n" +
        "    at handler (../convex/level.ts:3:7)\n" +
        "    at <anonymous> (../convex/deep/level.ts:1:2)",
    );
  });

  it("contains the frames of a nested call's error once, at any depth", () => {
    const nested = Array.from({ length: 3 }).reduce<string>((message, _, level) => {
      const error = new Error(message);
      error.stack = `Error: ${message}\n    at handler (/srv/anima/convex/level.ts:${level}:1)`;
      return describeThrown(error).message;
    }, "bottom");
    expect(nested).toBe(
      "Uncaught Error: Uncaught Error: Uncaught Error: bottom\n" +
        "    at handler (../convex/level.ts:0:1)\n" +
        "    at handler (../convex/level.ts:1:1)\n" +
        "    at handler (../convex/level.ts:2:1)",
    );
  });

  it("may be unprintable, or pretend to be a ConvexError", () => {
    expect(describeThrown({ a: 1n }).message).toBe("Uncaught { a: 1n }");
    expect(describeThrown(Object.create(null)).message).toBe("Uncaught {}");
    const claims = Object.assign(new Error("x"), { ConvexErrorSymbol: true, data: "no JSON", stack: "" });
    expect(describeThrown(claims)).toEqual({ message: "Uncaught Error: x" });
  });

  it("need not be an error", () => {
    expect(describeThrown("text").message).toBe("Uncaught text");
    expect(describeThrown({ code: 1 }).message).toBe('Uncaught {"code":1}');
    expect(describeThrown(undefined).message).toBe("Uncaught undefined");
  });

  it("is an internal failure if the database failed", () => {
    expect(describeThrown(new StoreError("full", "SQLITE_FULL"))).toEqual({
      message: "full",
      internal: true,
    });
  });
});

describe("the error for a client", () => {
  it("contains its request id, or a new one", () => {
    expect(toFunctionError({ message: "Uncaught Error: no" }, "abc").message).toBe(
      "[Request ID: abc] Server Error\nUncaught Error: no",
    );
    expect(toFunctionError({ message: "no" }, "").message).toMatch(
      /^\[Request ID: [0-9a-f]{16}\] Server Error\nno$/,
    );
  });
});
