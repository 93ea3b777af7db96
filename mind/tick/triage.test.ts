import { describe, expect, test } from "vitest";
import { feed, situation } from "../../test/mind/situations";
import { triage } from "./triage";

describe("triage", () => {
  test.each(["manual", "wake"] as const)("always deliberates on a %s tick", (trigger) => {
    expect(triage(situation({ trigger })).kind).toBe("deliberate");
  });

  test.each(["schedule", "start"] as const)("is quiet on a %s tick without events", (trigger) => {
    expect(triage(situation({ trigger }))).toEqual({
      kind: "quiet",
      because: "nothing has come in since the last tick",
    });
  });

  test("deliberates on the first tick", () => {
    expect(triage(situation({ first: true })).kind).toBe("deliberate");
  });

  test("deliberates when events came in, and says how many", () => {
    expect(triage(situation({ events: [feed("x")] })).because).toBe("an event came in");
    expect(triage(situation({ events: [feed("x")], waiting: 2 })).because).toBe("3 events came in");
  });
});
