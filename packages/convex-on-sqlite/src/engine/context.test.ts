/** Syscalls of the library reach the running call, with JSON arguments and results. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { RawJson, type ConvexGlobal, type SyscallHandler } from "./context";
import { currentContext, runInContext } from "./runningCall";
import { testContext } from "../../test/testContext";

const { Convex } = globalThis as unknown as { Convex: ConvexGlobal };

const echo: SyscallHandler = {
  syscall: (op, args) => ({ op, args }),
  asyncSyscall: async (op, args) => {
    await wait(1);
    return { op, args };
  },
};

describe("the Convex global", () => {
  it("passes parsed arguments to the running call and returns JSON text", async () => {
    await runInContext(testContext("query", { syscalls: echo }), async () => {
      expect(Convex.syscall("1.0/x", '{"a":1}')).toBe('{"op":"1.0/x","args":{"a":1}}');
      expect(await Convex.asyncSyscall("1.0/y", "[]")).toBe('{"op":"1.0/y","args":[]}');
      expect(Convex.jsSyscall("z", { a: 1 })).toEqual({ op: "z", args: { a: 1 } });
    });
  });

  it("returns raw JSON unchanged, and undefined as null", async () => {
    const syscalls: SyscallHandler = {
      ...echo,
      syscall: () => undefined,
      asyncSyscall: () => Promise.resolve(new RawJson('{"a": 1}')),
    };
    await runInContext(testContext("query", { syscalls }), async () => {
      expect(Convex.syscall("1.0/x", "{}")).toBe("null");
      expect(await Convex.asyncSyscall("1.0/y", "{}")).toBe('{"a": 1}');
    });
  });

  it("separates concurrent calls", async () => {
    const names = ["first", "second"];
    const seen = await Promise.all(
      names.map((name) =>
        runInContext(
          testContext("action", { address: { componentPath: "", name }, syscalls: echo }),
          async () => {
            await Convex.asyncSyscall("1.0/x", "{}");
            return currentContext()?.address.name;
          },
        ),
      ),
    );
    expect(seen).toEqual(names);
  });

  it("throws if no function is running", async () => {
    expect(() => Convex.syscall("1.0/get", "{}")).toThrow('"1.0/get" was made outside of a running function');
    await expect(Convex.asyncSyscall("1.0/get", "{}")).rejects.toThrow("outside of a running function");
  });
});
