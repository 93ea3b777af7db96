import { describe, expect, it } from "vitest";
import { valueError } from "../values/document";
import { parseClientMessage } from "./messages";

describe("parseClientMessage", () => {
  it("parses the messages of the real client", () => {
    const lines = [
      '{"connectionCount":0,"lastCloseReason":"InitialConnect","clientTs":1795233603662,"type":"Connect","sessionId":"3b92e2fd-be40-4e12-8572-989178c97ec7"}',
      '{"connectionCount":1,"lastCloseReason":"closed with code 1006","clientTs":1795234221572,"type":"Connect","sessionId":"3b92e2fd-be40-4e12-8572-989178c97ec7","maxObservedTimestamp":"QE0T1AL06Rg="}',
      '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Add","queryId":0,"udfPath":"messages:list","args":[{"channel":"a"}],"journal":null}]}',
      '{"type":"ModifyQuerySet","baseVersion":2,"newVersion":3,"modifications":[{"type":"Remove","queryId":2}]}',
      '{"type":"Mutation","requestId":0,"udfPath":"messages:send","args":[{"n":1}]}',
      '{"type":"Action","requestId":1,"udfPath":"messages:act","args":[{"channel":"a"}]}',
      '{"type":"Authenticate","baseVersion":0,"tokenType":"None"}',
      '{"type":"Event","eventType":"ClientConnect","event":{"any":"thing"}}',
    ];
    expect(lines.map((line) => parseClientMessage(line).ok)).toEqual(lines.map(() => true));
  });

  it("cuts excessively nested arguments to a depth that the engine rejects", () => {
    const nested = (levels: number): string => `{"a":`.repeat(levels / 2) + "[".repeat(levels / 2);
    const closed = (levels: number): string => "]".repeat(levels / 2) + "}".repeat(levels / 2);
    const frame = (levels: number): string =>
      `{"type":"Action","requestId":1,"udfPath":"a:b","args":[${nested(levels)}${closed(levels)}]}`;
    for (const levels of [4, 100, 102, 200_000]) {
      const parsed = parseClientMessage(frame(levels));
      if (!parsed.ok || parsed.message.type !== "Action") throw new Error("The message was refused.");
      const kept = JSON.stringify(parsed.message.args);
      expect(valueError(parsed.message.args[0] ?? null) === null).toBe(levels <= 64);
      expect(kept.split(/[[{]/).length - 2).toBe(Math.min(levels, 100));
    }
  });

  it("names the place of an error, never the content", () => {
    const parsed = parseClientMessage('{"type":"Mutation","requestId":"secret","udfPath":"a:b","args":[{}]}');
    expect(parsed).toEqual({ ok: false, reason: "unknown or malformed message at requestId" });
  });

  it.each([
    ["no JSON", "{"],
    ["no object", "7"],
    ["an unknown type", '{"type":"Subscribe"}'],
    ["an invalid session id", '{"type":"Connect","sessionId":"x","connectionCount":0}'],
    ["a negative version", '{"type":"ModifyQuerySet","baseVersion":-1,"newVersion":1,"modifications":[]}'],
    ["arguments that are not an object", '{"type":"Action","requestId":1,"udfPath":"a:b","args":[[1]]}'],
    ["two argument objects", '{"type":"Action","requestId":1,"udfPath":"a:b","args":[{},{}]}'],
    [
      "an invalid timestamp",
      '{"type":"Connect","sessionId":"3b92e2fd-be40-4e12-8572-989178c97ec7","connectionCount":0,"maxObservedTimestamp":"1"}',
    ],
  ])("rejects %s", (_, frame) => {
    expect(parseClientMessage(frame).ok).toBe(false);
  });
});
