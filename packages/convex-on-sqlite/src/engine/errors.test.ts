import { describe, expect, it } from "vitest";
import { StoreError } from "../store/sqlite";
import { actionTimeoutFailure, describeThrown, failedCall, toFunctionError } from "./errors";

describe("the error of a function", () => {
  it("ends each frame with a line break, and keeps `async`", () => {
    const error = new RangeError("too far");
    const frames = [
      "at decay (../mind/decay.ts:10:5)",
      "at async handler (../convex/memories.ts:3:7)",
      "at call (/srv/anima/host/engine/invoke.ts:40:19)",
    ];
    error.stack = ["RangeError: too far", ...frames.map((frame) => `    ${frame}`)].join("\n");
    expect(describeThrown(error).message).toBe(
      "Uncaught RangeError: too far\n" +
        "    at decay (../mind/decay.ts:10:5)\n" +
        "    at async handler (../convex/memories.ts:3:7)\n",
    );
  });

  it("contains the frames of a nested call's error once, at any depth", () => {
    const nested = Array.from({ length: 3 }).reduce<string>((message, _, level) => {
      const error = new Error(message);
      error.stack = `Error: ${message}\n    at handler (../convex/level.ts:${level}:1)`;
      return describeThrown(error).message;
    }, "bottom");
    expect(nested).toBe(
      "Uncaught Error: Uncaught Error: Uncaught Error: bottom\n" +
        "    at handler (../convex/level.ts:0:1)\n\n" +
        "    at handler (../convex/level.ts:1:1)\n\n" +
        "    at handler (../convex/level.ts:2:1)\n",
    );
  });

  it("may be unprintable, or pretend to be a ConvexError", () => {
    expect(describeThrown({ a: 1n }).message).toBe("Uncaught { a: 1n }\n");
    expect(describeThrown(Object.create(null)).message).toBe("Uncaught {}\n");
    const claims = Object.assign(new Error("x"), { ConvexErrorSymbol: true, data: "no JSON", stack: "" });
    expect(describeThrown(claims)).toEqual({ message: "Uncaught Error: x\n" });
  });

  it("need not be an error", () => {
    expect(describeThrown("text").message).toBe("Uncaught text\n");
    expect(describeThrown({ code: 1 }).message).toBe('Uncaught {"code":1}\n');
    expect(describeThrown(undefined).message).toBe("Uncaught undefined\n");
  });

  it("is an internal failure if the database failed", () => {
    expect(describeThrown(new StoreError("full", "SQLITE_FULL"))).toEqual({
      message: "full",
      internal: true,
    });
  });
});

it("the time-out of an action in Convex's Node runtime names the action", () => {
  const address = { componentPath: "", name: "mail:send" };
  const messages = [true, false].map(
    (inNode) => actionTimeoutFailure({ address, inNode }, 600_000).failure.message,
  );
  expect(messages).toEqual([
    "Action `send` execution timed out (maximum duration 600s)\n",
    "Function execution timed out (maximum duration: 600s)\n",
  ]);
});

describe("the error for a client", () => {
  it("contains its request id, or a new one", () => {
    const { failure } = failedCall("no such function");
    expect(toFunctionError(failure, "abc").message).toBe(
      "[Request ID: abc] Server Error\nno such function\n",
    );
    expect(toFunctionError(failure, "").message).toMatch(
      /^\[Request ID: [0-9a-f]{16}\] Server Error\nno such function\n$/,
    );
  });
});
