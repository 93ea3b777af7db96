import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { requestUrl } from "./request-url";

function urlOf(url: string, host?: string): string | undefined {
  const request = { url, headers: host === undefined ? {} : { host } };
  return requestUrl(request as IncomingMessage, "127.0.0.1:3210")?.href;
}

it("joins the Host header and the target", () => {
  expect(urlOf("/a?b=c", "example.org:80")).toBe("http://example.org/a?b=c");
  expect(urlOf("/", "[::1]:3210")).toBe("http://[::1]:3210/");
});

it("falls back to the server's own name when Host is missing or no host", () => {
  for (const host of [undefined, "", "a b", "x/y", "u@h", "h:99999", "[", "h#"]) {
    expect(urlOf("/p", host)).toBe("http://127.0.0.1:3210/p");
  }
});

it("takes a double slash for a path, not for another host", () => {
  expect(urlOf("//evil/path", "h")).toBe("http://h//evil/path");
});

it("takes the path of a proxy-style target, and refuses one that is no path", () => {
  expect(urlOf("http://other:1/x?y", "h")).toBe("http://other:1/x?y");
  expect(urlOf("*", "h")).toBeUndefined();
  expect(urlOf("ftp://h/x", "h")).toBeUndefined();
});
