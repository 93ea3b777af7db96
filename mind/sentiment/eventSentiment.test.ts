import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventSentiment } from "./eventSentiment";

const labelOf = (content: string, metadata?: object): string =>
  eventSentiment(content, metadata === undefined ? undefined : JSON.stringify(metadata)).label;

describe("eventSentiment", () => {
  test.each([
    [{ severity: "critical" }, "negative"],
    [{ level: "ERROR" }, "negative"],
    [{ status: "failed" }, "negative"],
    [{ priority: "high" }, "negative"],
    [{ level: "warning" }, "negative"],
    [{ level: "info" }, "positive"],
    [{ status: "ok" }, "positive"],
    [{ severity: "critical", status: "resolved" }, "positive"],
    [{ severity: "critical", status: "open" }, "negative"],
    [{ level: "unheard of" }, "positive"],
    [{ level: 3 }, "positive"],
    [{}, "positive"],
  ])("a stated %j outweighs praise", (metadata, label) => {
    expect(labelOf("What a wonderful day", metadata)).toBe(label);
  });

  test("never rates a notice as negative", () => {
    expect(labelOf("error budget, failures and crashes: the monthly report", { level: "info" })).toBe(
      "neutral",
    );
  });

  test("reads the severity and the values of a JSON content", () => {
    expect(labelOf('{"status":"failed","job":"backup"}')).toBe("negative");
    expect(labelOf('{"error":null,"job":"backup"}')).toBe("neutral");
    expect(labelOf('{"event":{"text":"the backup crashed"}}')).toBe("negative");
    expect(labelOf("{ not JSON, but a great day }")).toBe("positive");
  });

  test("applies a stated severity in any language, and reports that the text is not English", () => {
    const { score, isEnglish } = eventSentiment("Der Server ist nicht da", '{"severity":"error"}');
    expect(isEnglish).toBe(false);
    expect(score).toBeLessThan(0);
  });

  test("never falls for better words, and stays within −1 to 1", () => {
    const values = fc.constantFrom("critical", "error", "warning", "info", "ok", "none");
    fc.assert(
      fc.property(values, (severity) => {
        const metadata = JSON.stringify({ severity });
        const [bad, good] = [
          eventSentiment("a terrible day", metadata),
          eventSentiment("a great day", metadata),
        ];
        expect(good.score).toBeGreaterThanOrEqual(bad.score);
        expect(Math.abs(bad.score)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("handles very deeply nested values", () => {
    expect(labelOf(`{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`)).toBe("neutral");
  });
});
