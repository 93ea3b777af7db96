import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config";

const ROOT = "/srv/agent";

describe("the host's variables", () => {
  test("have defaults", () => {
    expect(readConfig({}, ROOT).host).toEqual({
      port: 3210,
      hostname: "127.0.0.1",
      dataDir: "/srv/agent/.data",
      logLevel: "info",
      allowedHosts: [],
      admin: null,
      embedding: null,
    });
  });

  test("have the given values", () => {
    const variables = { PORT: "0", HOST: "::1", DATA_DIR: "/var/lib/agent", LOG_LEVEL: "debug" };
    expect(readConfig(variables, ROOT).host).toEqual({
      port: 0,
      hostname: "::1",
      dataDir: "/var/lib/agent",
      logLevel: "debug",
      allowedHosts: [],
      admin: null,
      embedding: null,
    });
  });

  test("open the admin interface on this machine, or everywhere", () => {
    const key = "0123456789abcdef0123456789abcdef";
    expect(readConfig({ ADMIN_KEY: key }, ROOT).host.admin).toEqual({ key, fromAnywhere: false });
    const everywhere = { ADMIN_KEY: key, ADMIN_HOST: "any" };
    expect(readConfig(everywhere, ROOT).host.admin).toEqual({ key, fromAnywhere: true });
    expect(readConfig({ ADMIN_HOST: "any" }, ROOT).host.admin).toBeNull();
  });

  test("list hosts in a URL's form", () => {
    const variables = { ALLOWED_HOSTS: "Agent.example.org, other.example:8080" };
    expect(readConfig(variables, ROOT).host.allowedHosts).toEqual([
      "agent.example.org",
      "other.example:8080",
    ]);
  });

  test("resolve a relative DATA_DIR from the project root", () => {
    expect(readConfig({ DATA_DIR: "../data" }, ROOT).host.dataDir).toBe("/srv/data");
  });

  test("expand ~/ to the user's home", () => {
    expect(readConfig({ DATA_DIR: "~/agent" }, ROOT).host.dataDir).toBe(join(homedir(), "agent"));
    expect(readConfig({ DATA_DIR: "~" }, ROOT).host.dataDir).toBe(homedir());
    expect(readConfig({ DATA_DIR: "a~/b" }, ROOT).host.dataDir).toBe("/srv/agent/a~/b");
  });

  test.each(["PORT", "HOST", "LOG_LEVEL", "DATA_DIR", "ALLOWED_HOSTS", "ADMIN_KEY", "ADMIN_HOST"])(
    "don't reveal a key in %s",
    (name) => {
      const key = "~sk-0123456789abcdefABCDEF";
      expect(() => readConfig({ [name]: key }, ROOT)).toThrow(`${name} must`);
      expect(() => readConfig({ [name]: key }, ROOT)).not.toThrow("0123456789");
    },
  );

  test.each([
    ["DATA_DIR", "~ada/agent", "DATA_DIR must begin with / or ~/"],
    ["DATA_DIR", "two\nlines", "DATA_DIR must hold no line breaks"],
    ["DATA_DIR", " /var/lib/agent", "DATA_DIR must have no blanks around it"],
    ["DATA_DIR", "data ", "DATA_DIR must have no blanks around it"],
    ["PORT", "http", "PORT must be a whole number from 0 to 65535"],
    ["PORT", "-1", "PORT must be a whole number from 0 to 65535"],
    ["PORT", "65536", "PORT must be a whole number from 0 to 65535"],
    ["PORT", "32.5", "PORT must be a whole number from 0 to 65535"],
    ["HOST", "http://localhost", "HOST must be an address or a host name"],
    [
      "HOST",
      "two\nlines",
      'HOST must be an address or a host name, such as 127.0.0.1 or 0.0.0.0, not "two\\nlines"',
    ],
    ["ALLOWED_HOSTS", "https://agent.example.org", "ALLOWED_HOSTS must be host names"],
    ["ALLOWED_HOSTS", "agent.example.org,", "ALLOWED_HOSTS must be host names"],
    ["ALLOWED_HOSTS", "agent.example.org/path", "ALLOWED_HOSTS must be host names"],
    ["ADMIN_KEY", "0123456789abcdef", "ADMIN_KEY must have at least 32 characters, not 16"],
    ["ADMIN_KEY", "ä".repeat(32), "ADMIN_KEY must be printable ASCII without spaces"],
    ["ADMIN_HOST", "everyone", 'ADMIN_HOST must be loopback or any, not "everyone"'],
    ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of debug, info, warn, error"],
  ])("reject %s=%j and name the rule", (name, value, message) => {
    expect(() => readConfig({ [name]: value }, ROOT)).toThrow(message);
  });
});

describe("the agent's variables", () => {
  test("are checked by the agent's own rules", () => {
    expect(() => readConfig({ AUTONOMY: "maybe" }, ROOT)).toThrow("AUTONOMY must be on or off");
  });

  test("are the only ones that reach the agent", () => {
    const given = { AGENT_NAME: "Ada", CONVEX_SITE_URL: "https://ada.example" };
    const { env } = readConfig({ ...given, PORT: "1", AWS_SECRET: "x" }, ROOT);
    expect(env).toEqual(given);
  });
});
