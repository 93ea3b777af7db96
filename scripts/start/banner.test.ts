import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { banner, curlLines } from "./banner";
import { readConfig } from "./config";

const TOKEN = "a-token-that-nobody-may-see";
const url = "http://127.0.0.1:3210";
const fromFile = { TICK_TOKEN: "file", WRITE_TOKEN: "file" } as const;
const loaded = { tokenSources: fromFile, created: [], madePrivate: false };
const config = readConfig({ TICK_TOKEN: TOKEN }, "/srv");

function text(
  variables: Record<string, string> = {},
  over: Partial<Parameters<typeof banner>[0]> = {},
): string {
  const config = readConfig({ TICK_TOKEN: TOKEN, ...variables }, "/srv");
  return banner({ url, config, loaded, envFile: "/srv/.env.local", ...over });
}

describe("the banner", () => {
  test("names the address, the console and the data directory", () => {
    expect(text()).toMatch(/listens on http:\/\/127\.0\.0\.1:3210\n/);
    expect(text()).toContain("open http://127.0.0.1:3210/ in a browser");
    expect(text()).toMatch(/data +\/srv\/\.data\n/);
  });

  test("without a key says what to set", () => {
    expect(text()).toContain("set LLM_API_KEY");
  });

  test("with a key names the model and its host, not the key", () => {
    const shown = text({
      LLM_API_KEY: "secret-key",
      LLM_MODEL: "qwen3",
      LLM_BASE_URL: "http://localhost:11434/v1",
    });
    expect(shown).toContain("qwen3 at localhost:11434");
    expect(shown).not.toContain("secret-key");
  });

  test("says that autonomy is off", () => {
    expect(text({ AUTONOMY: "off" })).toContain("off (AUTONOMY)");
  });

  test("names the file of tokens just made, and never a token", () => {
    const shown = text({}, { loaded: { ...loaded, created: ["TICK_TOKEN", "WRITE_TOKEN"] } });
    expect(shown).toContain("created TICK_TOKEN and WRITE_TOKEN in /srv/.env.local");
    expect(shown).not.toContain(TOKEN);
  });

  test("reports that it made the file private", () => {
    const shown = text({}, { loaded: { ...loaded, created: ["TICK_TOKEN"], madePrivate: true } });
    expect(shown).toContain("others could read that file");
  });
});

describe("the requests to paste", () => {
  test("read each token from where the service found it", () => {
    const lines = curlLines({
      url,
      config,
      envFile: "/srv/.env.local",
      loaded: {
        tokenSources: { TICK_TOKEN: "environment", WRITE_TOKEN: "file" },
        created: [],
        madePrivate: false,
      },
    });
    expect(lines[1]).toContain("$(node --env-file=/srv/.env.local -p process.env.WRITE_TOKEN)");
    expect(lines[2]).toContain('"Authorization: Bearer $TICK_TOKEN"');
  });

  test("write with the tick token if there is no write token", () => {
    const tokenSources = { TICK_TOKEN: "environment" } as const;
    const lines = curlLines({ url, config, envFile: "/srv/.env.local", loaded: { ...loaded, tokenSources } });
    expect(lines[1]).toContain('"Authorization: Bearer $TICK_TOKEN"');
  });

  test("read the first token of a list, without its name, and read with a token where that is needed", () => {
    const tokens = {
      TICK_TOKEN: `ops:${TOKEN}-1,${TOKEN}-2`,
      WRITE_TOKEN: TOKEN,
      READ_TOKEN: `${TOKEN}-3, ana:${TOKEN}-4`,
    };
    const tokenSources = {
      TICK_TOKEN: "environment",
      WRITE_TOKEN: "environment",
      READ_TOKEN: "file",
    } as const;
    const lines = curlLines({
      url,
      config: readConfig(tokens, "/srv"),
      envFile: "/dev/null",
      loaded: { ...loaded, tokenSources },
    });
    const shown = lines.map((line) =>
      execFileSync("sh", ["-c", line.replace("curl", "printf '%s\\n'")], {
        env: { PATH: process.env.PATH, ...tokens },
        encoding: "utf8",
      }),
    );
    for (const [i, number] of ["-3", "", "-1"].entries())
      expect(shown[i]).toContain(`Authorization: Bearer ${TOKEN}${number}\n`);
  });

  test("quote special characters for the shell", () => {
    const lines = curlLines({ url: "http://[::1]:3210", config, envFile: "/srv/it's here/.env", loaded });
    expect(lines[0]).toBe("curl 'http://[::1]:3210/state'");
    expect(lines[2]).toContain("--env-file='/srv/it'\\''s here/.env'");
  });
});
