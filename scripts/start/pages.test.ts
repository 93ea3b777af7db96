import { expect, test } from "vitest";
import { pagePolicy } from "./pages";

const LOCAL = ["localhost:3210", "127.0.0.1:3210", "[::1]:3210"];

test("on a loopback address, its own name, loopback names and listed ones are answered", () => {
  const { allowsHost } = pagePolicy(
    { corsOrigins: null },
    { hostname: "my-machine", port: 3210, allowedHosts: ["agent.example.org"] },
  );
  for (const host of [...LOCAL, "my-machine:3210", "agent.example.org"])
    expect([host, allowsHost(host, true)]).toEqual([host, true]);
  expect(allowsHost("evil.example", true)).toBe(false);
});

test("on another address, every name is answered unless some are listed", () => {
  const address = { hostname: "0.0.0.0", port: 0 };
  const open = pagePolicy({ corsOrigins: null }, { ...address, allowedHosts: [] });
  expect(open.allowsHost("evil.example", false)).toBe(true);
  const listed = pagePolicy({ corsOrigins: null }, { ...address, allowedHosts: ["agent.example.org"] });
  for (const host of [...LOCAL, "agent.example.org:8080"]) expect(listed.allowsHost(host, false)).toBe(true);
  expect(listed.allowsHost("evil.example", false)).toBe(false);
});
