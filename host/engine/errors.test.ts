import { describe, expect, it } from "vitest";
import { StoreError } from "../store/sqlite";
import { describeThrown, toFunctionError } from "./errors";

function thrownAt(...frames: string[]): Error {
  const error = new RangeError("too far");
  error.stack = ["RangeError: too far", ...frames.map((frame) => `    at ${frame}`)].join("\n");
  return error;
}

describe("what a function threw", () => {
  it("is told with the frames of the app's own sources, without where they are installed", () => {
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

  it("need not be an error", () => {
    expect(describeThrown("text").message).toBe("Uncaught text");
    expect(describeThrown({ code: 1 }).message).toBe('Uncaught {"code":1}');
    expect(describeThrown(undefined).message).toBe("Uncaught undefined");
  });

  it("is the host's failure where the database failed", () => {
    expect(describeThrown(new StoreError("full", "SQLITE_FULL"))).toEqual({
      message: "full",
      internal: true,
    });
  });
});

describe("the error of a client", () => {
  it("names its request, or a new one", () => {
    expect(toFunctionError({ message: "Uncaught Error: no" }, "abc").message).toBe(
      "[Request ID: abc] Server Error\nUncaught Error: no",
    );
    expect(toFunctionError({ message: "no" }, "").message).toMatch(
      /^\[Request ID: [0-9a-f]{16}\] Server Error\nno$/,
    );
  });
});
