import { describe, expect, it } from "vitest";
import { TRANSACTION_LIMITS, Usage } from "./limits";

describe("the usage of a transaction", () => {
  it("may reach a limit but not exceed it", () => {
    const usage = new Usage();
    usage.add("documentsRead", TRANSACTION_LIMITS.documentsRead);
    expect(() => usage.add("documentsRead", 1)).toThrow(
      "Too many documents read in a single function execution (limit: 32000).",
    );
  });

  it("includes a nested call's reads always, and its writes unless they are rolled back", () => {
    const usage = new Usage();
    usage.enter();
    for (const name of ["bytesRead", "databaseQueries", "documentsRead"] as const) usage.add(name, 2);
    for (const name of ["bytesWritten", "documentsWritten", "functionsScheduled"] as const)
      usage.add(name, 3);
    usage.leave("rolledBack");
    expect(usage.metrics()).toMatchObject({
      bytesRead: { used: 2 },
      databaseQueries: { used: 2 },
      documentsRead: { used: 2 },
      bytesWritten: { used: 0 },
      documentsWritten: { used: 0 },
      functionsScheduled: { used: 0 },
    });
    usage.enter();
    usage.add("documentsWritten", 3);
    usage.leave("kept");
    expect(usage.metrics().documentsWritten).toEqual({ used: 3, remaining: 15_997 });
  });

  it("can be limited for a nested call to less than its caller has left, never to more", () => {
    const usage = new Usage();
    usage.add("documentsWritten", 15_990);
    usage.enter({ documentsWritten: 5 });
    expect(usage.metrics().documentsWritten.remaining).toBe(5);
    usage.leave("kept");
    usage.enter({ documentsWritten: 1_000 });
    expect(usage.metrics().documentsWritten.remaining).toBe(10);
  });
});
