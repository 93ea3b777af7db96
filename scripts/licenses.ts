/** The licences of the packages that a build holds code or fonts of. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const manifest = z.looseObject({ name: z.string(), version: z.string(), license: z.string().optional() });
/** The file of a licence, and of what it demands to be told. */
const FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[-.][\w.-]*)?$/i;

/** Licences of packages that leave theirs out, by the package's name, from the package's repository. */
const KEPT_HERE = "scripts/licenses";

/** The folders of the packages that these files are of, each once. `modules`: paths, also of modules that a plugin has changed. */
export function packagesOf(modules: Iterable<string>): string[] {
  const folders = [...modules].flatMap(
    (path) =>
      /^.*node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(path.replace(/^\0/, "").split("?")[0] ?? "")?.[0] ?? [],
  );
  return [...new Set(folders)].sort();
}

/**
 * The texts of their licences.
 * @param what the holder and the held, such as "The console holds code and fonts"
 * @throws where a package has none, since its code must not be passed on without
 */
export function licenseTexts(root: string, packages: readonly string[], what: string): string {
  const sections = packages.map((folder) => {
    const path = join(root, folder.slice(folder.indexOf("node_modules/")));
    const {
      name,
      version,
      license = "",
    } = manifest.parse(JSON.parse(readFileSync(join(path, "package.json"), "utf8")));
    const own = readdirSync(path).filter((file) => FILE.test(file));
    const kept = join(root, KEPT_HERE, `${name}.txt`);
    const files = own.length === 0 && existsSync(kept) ? [kept] : own.sort().map((file) => join(path, file));
    const texts = files.map((file) => readFileSync(file, "utf8"));
    if (texts.length === 0) throw new Error(`${name} has no file with its licence (${license})`);
    return `${name} ${version} (${license})\n\n${texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n")}\n`;
  });
  return `${what} of these packages, with their licences.\n\n${sections.join(`\n${"-".repeat(80)}\n\n`)}`;
}
