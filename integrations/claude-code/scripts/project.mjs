// Which project a folder belongs to: its memories have the project's name as scope.
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The most characters of a scope. */
const MAX_SCOPE = 128;

/**
 * `scope`: ANIMA_SCOPE, else owner/name of the remote `origin`, so that all clones share their memories, else the name of the
 * repository's folder or of `folder`. `branch`: absent outside a repository and on a detached head.
 */
export function projectOf(folder) {
  const named = process.env.ANIMA_SCOPE?.trim();
  const root = rootOf(folder);
  const git = root === null ? null : gitFolder(root);
  const scope = named || (git && remoteName(git)) || basename(root ?? resolve(folder)) || "project";
  const branch = git && headOf(root);
  return { scope: scope.slice(0, MAX_SCOPE), ...(branch ? { branch } : {}) };
}

/** The nearest folder above that has `.git`. */
function rootOf(folder) {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return null;
  }
}

/** Where the repository's settings are. In a worktree `.git` is a file that names a folder beside the others. */
function gitFolder(root) {
  const own = ownGitFolder(root);
  const common = read(join(own, "commondir"));
  return common === "" ? own : resolve(own, common.trim());
}

function ownGitFolder(root) {
  const path = join(root, ".git");
  if (statSync(path).isDirectory()) return path;
  return resolve(root, /^gitdir: (.+)$/m.exec(read(path))?.[1]?.trim() ?? ".git");
}

function remoteName(git) {
  const section = /\[remote "origin"\]([^[]*)/.exec(read(join(git, "config")))?.[1] ?? "";
  const url = /^\s*url\s*=\s*(.+)$/m.exec(section)?.[1]?.trim() ?? "";
  // https://host/owner/name.git and git@host:owner/name.git; a token in the address stays out.
  const [name = "", owner = ""] = url
    .replace(/(\.git)?\/*$/, "")
    .split(/[/:]/)
    .reverse();
  return name === "" || owner === "" ? "" : `${owner}/${name}`;
}

function headOf(root) {
  return /^ref: refs\/heads\/(.+)$/m.exec(read(join(ownGitFolder(root), "HEAD")))?.[1]?.trim();
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
