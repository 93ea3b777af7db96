/** Reads our Dockerfile and .dockerignore: the parts of their languages that we use, and no others. */

export interface Instruction {
  /** In capitals. */
  readonly name: string;
  /** All after it, on one line. */
  readonly rest: string;
}

export interface Stage {
  /** Its name, or its number. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** @throws where the first instruction is not FROM */
export function readStages(dockerfile: string): Stage[] {
  const lines = dockerfile
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = "", rest = ""] = /^([A-Za-z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (name.toUpperCase() === "FROM") {
      const as = /\sAS\s+(\S+)$/i.exec(rest)?.[1];
      stages.push({ name: as ?? String(stages.length), instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${line}: the first instruction must be FROM`);
    stage.instructions.push({ name: name.toUpperCase(), rest });
  }
  return stages;
}

/** The words of a command, of its JSON form or for a shell. */
export function commandWords(text: string): string[] {
  if (!text.startsWith("[")) return ["/bin/sh", "-c", text];
  const words: unknown = JSON.parse(text);
  if (Array.isArray(words) && words.every((word) => typeof word === "string")) return words;
  throw new Error(`${text} must be a list of texts`);
}

/** `COPY --from=STAGE SOURCE… TARGET` */
export function readCopy(rest: string): { from: string | null; sources: string[]; target: string } {
  const words = rest.split(/\s+/);
  const from =
    words[0]?.startsWith("--from=") === true ? (words.shift() ?? "").slice("--from=".length) : null;
  const target = words.pop();
  if (target === undefined || words.length === 0 || words.some((word) => word.startsWith("--")))
    throw new Error(`COPY ${rest} is not understood`);
  return { from, sources: words, target };
}

/** What goes to the build: our file excludes everything and names what comes in. */
export function contextEntries(dockerignore: string): string[] {
  const [all, ...entries] = dockerignore.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const isAllowList = all === "*" && entries.every((entry) => /^![\w.-]+$/.test(entry));
  if (!isAllowList) throw new Error(".dockerignore must begin with * and name what is not ignored, as !name");
  return entries.map((entry) => entry.slice(1));
}
