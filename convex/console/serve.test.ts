/** How the console is served. Its behaviour in a browser: test/browser. */
import { describe, expect, it, vi } from "vitest";
import { setup } from "../../test/functions/setup";

const about = (html: string): unknown =>
  JSON.parse(
    (/name="anima" content="([^"]*)"/.exec(html)?.[1] ?? "").replace(/&#(\d+);/g, (_, code: string) =>
      String.fromCharCode(Number(code)),
    ),
  );

describe("the page", () => {
  it("tells the agent's name and zone, whatever characters they have", async () => {
    const t = setup({ AGENT_NAME: '<Ada> & "Co"', AGENT_TIMEZONE: "Europe/Berlin", AUTONOMY: "off" });
    const html = await (await t.fetch("/")).text();
    expect(about(html)).toMatchObject({
      agentName: '<Ada> & "Co"',
      timeZone: "Europe/Berlin",
      autonomy: false,
    });
    expect(html).not.toContain("<Ada>");
  });

  it("tells neither where reading needs a token", async () => {
    const t = setup({
      AGENT_NAME: "Ada",
      AGENT_TIMEZONE: "Europe/Berlin",
      READ_TOKEN: "read-token-of-the-tests",
    });
    const html = await (await t.fetch("/")).text();
    expect(about(html)).toEqual({ convexUrl: null });
    expect(html).toContain("<title>Anima</title>");
  });

  it("names the address of Convex clients where it differs, and lets the page connect to it alone", async () => {
    const t = setup();
    vi.stubEnv("CONVEX_SITE_URL", "https://calm-otter-1.convex.site");
    vi.stubEnv("CONVEX_CLOUD_URL", "https://calm-otter-1.convex.cloud");
    const response = await t.fetch("/");
    expect(about(await response.text())).toMatchObject({ convexUrl: "https://calm-otter-1.convex.cloud" });
    expect(response.headers.get("Content-Security-Policy")).toContain(
      "connect-src 'self' https://calm-otter-1.convex.cloud wss://calm-otter-1.convex.cloud;",
    );
  });

  it("is not sent again while it is the same", async () => {
    const t = setup();
    const tag = (await t.fetch("/")).headers.get("ETag") ?? "";
    expect((await t.fetch("/", { headers: { "If-None-Match": `"other", W/${tag}` } })).status).toBe(304);
    expect((await t.fetch("/", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });
});

describe("a file", () => {
  it("is compressed for those who take it, and for nobody else", async () => {
    const t = setup();
    const path = /src="(\/console\/[^"]+\.js)"/.exec(await (await t.fetch("/")).text())?.[1] ?? "";
    const encodings = ["gzip", "br, *;q=0.5", "", "gzip;q=0", "identity"].map(async (accepted) => {
      const response = await t.fetch(path, { headers: { "Accept-Encoding": accepted } });
      return [accepted, response.headers.get("Content-Encoding")];
    });
    expect(await Promise.all(encodings)).toEqual([
      ["gzip", "gzip"],
      ["br, *;q=0.5", "gzip"],
      ["", null],
      ["gzip;q=0", null],
      ["identity", null],
    ]);
  });

  it("is found only by its whole name", async () => {
    const t = setup();
    for (const path of ["/console/", "/console/index.html", "/console/toString", "/console/../http.ts"])
      expect((await t.fetch(path)).status).toBe(404);
  });
});
