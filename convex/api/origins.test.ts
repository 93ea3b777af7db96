/** Whose pages may use the service, and by which names it may be reached. */
import { describe, expect, test } from "vitest";
import { allowsHost, allowsOrigin } from "./origins";

const HOST = "agent.example.org:3210";

describe("the origin", () => {
  test.each([
    ["of the service", "http://agent.example.org:3210"],
    ["of the service behind TLS", "https://agent.example.org:3210"],
  ])("%s is allowed, whatever is listed", (_, origin) => {
    for (const listed of [null, [], ["https://example.org"]])
      expect(allowsOrigin(origin, HOST, listed)).toBe(true);
  });

  test("of the service may leave out its scheme's usual port", () => {
    expect(allowsOrigin("https://agent.example.org", "agent.example.org:443", null)).toBe(true);
    expect(allowsOrigin("http://agent.example.org", "agent.example.org:80", null)).toBe(true);
    expect(allowsOrigin("https://agent.example.org", HOST, null)).toBe(false);
  });

  test.each([
    "http://localhost",
    "https://localhost:5173",
    "http://127.0.0.1:3000",
    "http://127.9.9.9",
    "http://[::1]",
    "http://[::1]:8080",
  ])("%s of this machine is allowed while none is listed", (origin) => {
    expect(allowsOrigin(origin, HOST, null)).toBe(true);
    expect(allowsOrigin(origin, HOST, ["https://example.org"])).toBe(false);
  });

  test("that is listed is allowed, and every one with *", () => {
    expect(allowsOrigin("https://a.example", HOST, ["https://b.example", "https://a.example"])).toBe(true);
    for (const origin of ["https://a.example", "null", "chrome-extension://abc"])
      expect(allowsOrigin(origin, HOST, ["https://b.example", "*"])).toBe(true);
  });

  test.each([
    "",
    "null",
    "file://",
    "chrome-extension://abc",
    "https://a.example",
    "http://agent.example.org",
    "http://agent.example.org:3211",
    "http://agent.example.org:3210/",
    "http://agent.example.org:3210, http://a.example",
    "http://a@agent.example.org:3210",
    "http://localhost.a.example",
    "http://127.0.0.1.a.example",
    "http://sub.localhost",
    "http://0.0.0.0:3210",
    "http://10.0.0.1",
    "ws://localhost",
    "http://LOCALHOST",
  ])("%j is another one", (origin) => {
    expect(allowsOrigin(origin, HOST, null)).toBe(false);
  });

  test("is another one where what the request was sent to is no host", () => {
    expect(allowsOrigin("https://a.example", "", null)).toBe(false);
    expect(allowsOrigin("https://a.example", "a b", null)).toBe(false);
  });
});

test("a Host is loopback or a listed name, with the listed port where it has one", () => {
  const names = ["agent.example.org", "other.example.org:8080"];
  for (const host of [
    ...["localhost", "LOCALHOST:3210", "127.0.0.1:3210", "127.1.2.3", "[::1]:3210"],
    ...["agent.example.org", "Agent.Example.org:1", "other.example.org:8080"],
  ])
    expect([host, allowsHost(host, names)]).toEqual([host, true]);
  for (const host of [
    ...["a.example", "localhost.a.example", "127.0.0.1.a.example", "0.0.0.0:3210", "10.0.0.1"],
    ...["sub.agent.example.org", "other.example.org", "other.example.org:80"],
  ])
    expect([host, allowsHost(host, names)]).toEqual([host, false]);
});
