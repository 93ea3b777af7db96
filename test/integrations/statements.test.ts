/** What the hooks take for a statement to remember, for a secret, and for the project of a folder. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../../scripts/start/root";
import { atTheEnd } from "../support/cleanUp";

const SCRIPTS = join(projectRoot, "integrations/claude-code/scripts");

let statedByPerson: (message: string) => string[];
let markedByAgent: (message: string) => string[];
let seemsSecret: (text: string) => boolean;
let projectOf: (folder: string) => { scope: string; branch?: string };

beforeAll(async () => {
  ({ statedByPerson, markedByAgent } = await import(join(SCRIPTS, "statements.mjs")));
  ({ seemsSecret } = await import(join(SCRIPTS, "secrets.mjs")));
  ({ projectOf } = await import(join(SCRIPTS, "project.mjs")));
});

describe("of a person's message is kept", () => {
  test.each([
    ["Remember that src/api.ts is generated. Now fix the test.", ["Src/api.ts is generated."]],
    ["please remember: the API is called Heron", ["The API is called Heron"]],
    [
      "Fix the build.\n- always use pnpm, never npm\n- never push to main",
      ["Always use pnpm, never npm", "Never push to main"],
    ],
    ["We decided to use Drizzle. Please migrate the schema.", ["We decided to use Drizzle."]],
    ["In this repo we use tabs.", ["In this repo we use tabs."]],
    ["Merk dir, dass Deutsch die Quellsprache ist.", ["Deutsch die Quellsprache ist."]],
    ["Do you remember what we did? Never mind.", []],
    ["Never mind, it always fails when I run it.", []],
    ["Remember when we fixed that?", []],
    [
      "> Remember that others wrote this line.\n```\nalways: use the pipeline here\n```\nWhat does it do?",
      [],
    ],
    ["/compact remember that this is a command", []],
    ["Can you explain the memory leak to me? It is in the worker.", []],
  ])("%j", (message, statements) => {
    expect(statedByPerson(message)).toEqual(statements);
  });
});

test("of an agent's reply the marked lines are kept", () => {
  const reply =
    "I fixed it.\n\n**Decision:** Images are built with BuildKit.\n- Remember: port 4100 is for tests.\nI remember: nothing else.\n```\nRemember: code is no statement\n```";
  expect(markedByAgent(reply)).toEqual(["Images are built with BuildKit.", "Port 4100 is for tests."]);
});

describe("a secret", () => {
  test.each([
    "the password is hunter22",
    "use postgres://shop:s3cret@db.example/shop",
    "OPENAI_API_KEY=sk-proj-abcdefghijklmnop",
    "deploy with ghp_abcdefghijklmnopqrstuvwxyz012345",
    "send Authorization: Bearer abcdef0123456789",
    "the write token is 4f9d2c7a1b3e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8",
    "it is Zm9vYmFyMTIzNDU2Nzg5QUJD",
  ])("is %j", (text) => expect(seemsSecret(text)).toBe(true));

  test.each([
    "Tokens are checked in convex/api/caller.ts.",
    "Secrets come from Vault at start-up.",
    "Fixed in 97303736 on branch fix/Invoice-Printer-2.",
    "See https://docs.example.com/Guides/Version2/passwords for the rules.",
    "The password field is required.",
    "Run pnpm db:migrate before test/integrations/Statements2.test.ts.",
  ])("is not %j", (text) => expect(seemsSecret(text)).toBe(false));
});

describe("the project of a folder", () => {
  const folder = (files: Readonly<Record<string, string>>): string => {
    const root = mkdtempSync(join(tmpdir(), "anima-project-"));
    atTheEnd(() => rm(root, { recursive: true, force: true }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  };
  const remote = (url: string) =>
    `[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*\n[branch "main"]\n`;

  test.each([
    ["git@example.org:acme/shop.git", "acme/shop"],
    ["https://ada:token@example.org/acme/shop", "acme/shop"],
    ["ssh://git@example.org:2222/acme/shop.git/", "acme/shop"],
  ])("is named by the remote %s", (url, scope) => {
    const root = folder({
      ".git/config": remote(url),
      ".git/HEAD": "ref: refs/heads/fix/a\n",
      "src/a.ts": "",
    });
    expect(projectOf(join(root, "src"))).toEqual({ scope, branch: "fix/a" });
  });

  test("is the same in a worktree, and a folder's name elsewhere", () => {
    const root = folder({
      "main/.git/config": remote("git@example.org:acme/shop.git"),
      "main/.git/worktrees/tree/HEAD": "ref: refs/heads/topic\n",
      "main/.git/worktrees/tree/commondir": "../..\n",
      "tree/.git": "gitdir: ../main/.git/worktrees/tree\n",
      "plain/a.txt": "",
    });
    expect(projectOf(join(root, "tree"))).toEqual({ scope: "acme/shop", branch: "topic" });
    expect(projectOf(join(root, "plain"))).toEqual({ scope: "plain" });
    expect(projectOf(join(root, "gone"))).toEqual({ scope: "gone" });
  });
});
