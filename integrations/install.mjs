#!/usr/bin/env node
// Installs the integration for Cursor or Codex. It adds to settings that are there, and run again it replaces its own part only.
//   node integrations/install.mjs cursor [folder]     into .cursor/ of a project
//   node integrations/install.mjs codex [folder]      into .codex/ and AGENTS.md of a project
//   node integrations/install.mjs codex --user        into $CODEX_HOME, for all projects
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const DEFAULT_ADDRESS = "http://127.0.0.1:3210";
const address = (process.env.ANIMA_URL || DEFAULT_ADDRESS).replace(/\/+$/, "");

const [program, where = "."] = process.argv.slice(2);
if (program === "cursor" && where !== "--user") cursor(resolve(where));
else if (program === "codex") codex(where === "--user" ? null : resolve(where));
else {
  console.error("usage: node integrations/install.mjs cursor [folder] | codex [folder] | codex --user");
  process.exit(2);
}

function cursor(project) {
  const folder = join(project, ".cursor");
  copyScripts(folder);
  merge(join(folder, "hooks.json"), JSON.parse(template("cursor/hooks.json")));
  merge(join(folder, "mcp.json"), JSON.parse(template("cursor/mcp.json")));
  write(join(folder, "rules", "anima.mdc"), template("cursor/anima.mdc"));
  done(folder);
}

function codex(project) {
  const folder =
    project === null ? process.env.CODEX_HOME || join(homedir(), ".codex") : join(project, ".codex");
  copyScripts(folder);
  // A session may begin in a folder below the repository's root.
  const hook =
    project === null
      ? quoted(join(folder, "anima", "hook.mjs"))
      : '"$(git rev-parse --show-toplevel)/.codex/anima/hook.mjs"';
  merge(join(folder, "hooks.json"), withHook(JSON.parse(template("codex/hooks.json")), hook));
  replaceBlock(join(folder, "config.toml"), template("codex/config.toml"), "#", "");
  replaceBlock(
    project === null ? join(folder, "AGENTS.md") : join(project, "AGENTS.md"),
    template("codex/AGENTS.md"),
    "<!--",
    " -->",
  );
  done(folder);
  console.log("Codex runs new hooks once you trust them: /hooks");
}

function copyScripts(folder) {
  cpSync(join(here, "claude-code", "scripts"), join(folder, "anima"), { recursive: true });
}

function template(path) {
  return readFileSync(join(here, path), "utf8").replaceAll(DEFAULT_ADDRESS, address);
}

function withHook(value, hook) {
  return JSON.parse(JSON.stringify(value), (_key, inner) =>
    typeof inner === "string" ? inner.replace("{hook}", hook) : inner,
  );
}

/** Adds hooks and servers to those of the file. Own ones of an earlier run are replaced. */
function merge(path, added) {
  const value = existsSync(path) ? parsed(path) : {};
  for (const [key, part] of Object.entries(added)) {
    if (typeof part !== "object") value[key] ??= part;
    else value[key] = { ...value[key], ...mergedParts(value[key] ?? {}, part) };
  }
  write(path, `${JSON.stringify(value, null, 2)}\n`);
}

function mergedParts(present, added) {
  const isOwn = (entry) => /anima[\\/]+hook\.mjs/.test(JSON.stringify(entry));
  return Object.fromEntries(
    Object.entries(added).map(([name, entries]) => [
      name,
      Array.isArray(entries)
        ? [...(present[name] ?? []).filter((entry) => !isOwn(entry)), ...entries]
        : entries,
    ]),
  );
}

function parsed(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    console.error(`${path} is no JSON, so nothing was changed in it: ${cause.message}`);
    process.exit(1);
  }
}

/** Puts a text between two marks, in place of what is between them, or at the end. */
function replaceBlock(path, text, open, close) {
  const begin = `${open} anima: begin${close}`;
  const end = `${open} anima: end${close}`;
  const present = existsSync(path) ? readFileSync(path, "utf8") : "";
  const block = `${begin}\n${text.trim()}\n${end}\n`;
  const from = present.indexOf(begin);
  const to = present.indexOf(end);
  const before = from < 0 ? present : present.slice(0, from);
  const after = from < 0 || to < 0 ? "" : present.slice(to + end.length + 1);
  write(
    path,
    `${before}${before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n"}${block}${after}`,
  );
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function quoted(path) {
  return `"${path}"`;
}

function done(folder) {
  console.log(
    `installed in ${folder}; set ANIMA_TOKEN to the service's WRITE_TOKEN where the program starts`,
  );
}
