/** The licences of the packages that a build holds code or fonts of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const manifest = z.looseObject({ name: z.string(), version: z.string(), license: z.string().optional() });
/** The file of a licence, and of what it demands to be told. */
const FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[-.][\w.-]*)?$/i;

/** The folders of the packages that these files are of, each once. `modules`: paths, also of modules that a plugin has changed. */
export function packagesOf(modules: Iterable<string>): string[] {
  const folders = [...modules].flatMap(
    (path) =>
      /^.*node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(path.replace(/^\0/, "").split("?")[0] ?? "")?.[0] ?? [],
  );
  return [...new Set(folders)].sort();
}

/** The texts of their licences. @throws where a package has none, since its code must not be passed on without */
export function licenseTexts(root: string, packages: readonly string[]): string {
  const sections = packages.map((folder) => {
    const path = join(root, folder.slice(folder.indexOf("node_modules/")));
    const {
      name,
      version,
      license = "",
    } = manifest.parse(JSON.parse(readFileSync(join(path, "package.json"), "utf8")));
    const own = readdirSync(path).filter((file) => FILE.test(file));
    const texts = own.sort().map((file) => readFileSync(join(path, file), "utf8"));
    if (texts.length === 0) throw new Error(`${name} has no file with its licence (${license})`);
    return `${name} ${version} (${license})\n\n${texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n")}\n`;
  });
  return `The console of Anima holds code and fonts of these packages, with their licences.\n\n${sections.join(`\n${"-".repeat(80)}\n\n`)}`;
}
