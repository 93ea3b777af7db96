import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { hostOf, isHost, requestUrl } from "./requestUrl";

function urlOf(url: string, host?: string): string {
  const request = { url, headers: host === undefined ? {} : { host } };
  return requestUrl(request as IncomingMessage, "127.0.0.1:3210").href;
}

it("joins the Host header and the target", () => {
  expect(urlOf("/a?b=c", "example.org:80")).toBe("http://example.org/a?b=c");
  expect(urlOf("/", "[::1]:3210")).toBe("http://[::1]:3210/");
});

it("uses the server's own host if Host is missing", () => {
  for (const host of [undefined, ""]) expect(urlOf("/p", host)).toBe("http://127.0.0.1:3210/p");
});

it("accepts Host headers that are valid in a URL", () => {
  for (const host of ["h", "a_b.example:80", "h:", "127.0.0.1:1", "[::1]:3210"])
    expect(isHost(host)).toBe(true);
  for (const host of ["", "a b", "x/y", "u@h", "h:99999", "[", "h#", "1.2.3.4.5"])
    expect(isHost(host)).toBe(false);
});

it("has a reachable name for every listening address", () => {
  const names = ["127.0.0.1", "0.0.0.0", "::", "::1", "fe80::1%eth0", "my_host"].map((name) =>
    hostOf(name, 80),
  );
  expect(names).toEqual([
    "127.0.0.1:80",
    "localhost:80",
    "localhost:80",
    "[::1]:80",
    "[fe80::1]:80",
    "my_host:80",
  ]);
  for (const name of names) expect(isHost(name)).toBe(true);
});

it("treats a double slash as a path, not as another host", () => {
  expect(urlOf("//evil/path", "h")).toBe("http://h//evil/path");
});

it("uses the path of an absolute target", () => {
  expect(urlOf("http://other:1/x?y", "h")).toBe("http://other:1/x?y");
  expect(urlOf("http://a:b@other/x", "h")).toBe("http://other/x");
});

it.each(["*", "ftp://h/x", "http://a:b@[::1/x", "\\x"])(
  "maps %s, which has no path, to a path without a route",
  (target) => {
    expect(urlOf(target, "h")).toBe("http://h/*");
  },
);

const AMBIGUOUS_PATHS = [
  "/a/../x",
  "/./x",
  "/x/.",
  "/..",
  "/a/%2e%2e/x",
  "/a/.%2E/x",
  "/%2e",
  "http://h/a/../x",
  "/a\\..\\x",
  "/a\\x",
  "/../x?y",
];

it.each(AMBIGUOUS_PATHS)("does not resolve %s, which a proxy may interpret as another path", (target) => {
  expect(urlOf(target, "h")).toBe("http://h/*");
});

it.each(["/..x", "/.well-known/a", "/a...b/", "/x?to=/../y", "/a/%252e/x"])(
  "does not change %s",
  (target) => {
    expect(urlOf(target, "h")).toBe(`http://h${target}`);
  },
);
