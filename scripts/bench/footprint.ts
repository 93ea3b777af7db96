/** The service's memory while it runs, and its disk space after installation. */
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { productionFolders } from "./productionFolders";

const MEBIBYTE = 1024 * 1024;

/** Resident memory of a process, in MiB. */
export function residentMiB(pid: number): number {
  if (process.platform === "linux") {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    if (kib !== undefined) return Number(kib) / 1024;
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

/** Disk space of the packages that an install brings besides our own, in MiB. */
export function installMiB(root: string): number {
  const folders = productionFolders(root);
  return folders.reduce((sum, folder) => sum + ownBytes(folder), 0) / MEBIBYTE;
}

/** The files of a package without its nested packages, which are listed separately. */
function ownBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? ownBytes(path) : lstatSync(path).size;
  }
  return bytes;
}
