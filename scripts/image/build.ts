/** Builds the image of our Dockerfile into folders, one for each stage, where no container engine is needed. */
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { commandWords, contextEntries, readCopy, readStages, type Stage } from "./dockerfile";
import { start } from "./namespace";

/** What a container of the image is started with. */
export interface Image {
  readonly root: string;
  readonly env: Record<string, string>;
  workdir: string;
  user: string;
  volumes: string[];
  command: string[];
  health: string[];
}

export interface BuildOptions {
  /** The folder of the Dockerfile. */
  readonly context: string;
  readonly outDir: string;
  /** For npm: its registry and certificates on this machine. */
  readonly env: Readonly<Record<string, string>>;
  /** Commands that have been run in the context already, with the folder that they made there. */
  readonly made: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/** @throws where a step fails, or is one that we don't know */
export async function buildImage(options: BuildOptions): Promise<Image> {
  const stages = readStages(readFileSync(join(options.context, "Dockerfile"), "utf8"));
  const entries = contextEntries(readFileSync(join(options.context, ".dockerignore"), "utf8"));
  const built = new Map<string, Image>();
  for (const stage of stages) built.set(stage.name, await buildStage(stage, built, entries, options));
  const image = [...built.values()].at(-1);
  if (image === undefined) throw new Error("The Dockerfile has no stage.");
  return image;
}

async function buildStage(
  { name, instructions }: Stage,
  built: ReadonlyMap<string, Image>,
  entries: readonly string[],
  options: BuildOptions,
): Promise<Image> {
  const { context, outDir, log } = options;
  const root = join(outDir, name);
  mkdirSync(root, { recursive: true });
  const image: Image = {
    ...{ root, env: { PATH: process.env.PATH ?? "" }, workdir: "/", user: "0:0" },
    ...{ volumes: [], command: [], health: [] },
  };
  const mounts: Record<string, string> = {};
  for (const instruction of instructions) {
    const { rest } = instruction;
    log(`${name}: ${instruction.name} ${rest}`);
    switch (instruction.name) {
      case "WORKDIR":
        image.workdir = posix.resolve(image.workdir, rest);
        mkdirSync(join(root, image.workdir), { recursive: true });
        break;
      case "COPY": {
        const { from, sources, target } = readCopy(rest);
        const source = from === null ? context : built.get(from)?.root;
        if (source === undefined) throw new Error(`COPY ${rest}: there is no stage ${from}`);
        const inside = join(root, posix.resolve(image.workdir, target));
        for (const path of sources.flatMap((one) => (from === null && one === "." ? entries : [one]))) {
          const isEntered = entries.some((entry) => path === entry || path.startsWith(`${entry}/`));
          if (from === null && !isEntered) throw new Error(`.dockerignore keeps ${path} out`);
          // A folder's contents go into the target; files, and the whole context, go below it.
          const isBelow = target.endsWith("/") || target === ".";
          cpSync(join(source, path), isBelow ? join(inside, basename(path)) : inside, { recursive: true });
        }
        break;
      }
      case "RUN": {
        const made = options.made[rest];
        if (made !== undefined) mounts[posix.resolve(image.workdir, made)] = join(context, made);
        else await run({ image, rest, mounts, options });
        break;
      }
      case "ENV":
        for (const [, variable = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g))
          image.env[variable] = value.replace(/\$(\w+)/g, (_, other: string) => image.env[other] ?? "");
        break;
      case "VOLUME":
        image.volumes.push(rest);
        break;
      case "USER":
        image.user = rest;
        break;
      case "CMD":
        image.command = commandWords(rest);
        break;
      case "HEALTHCHECK":
        image.health = commandWords(rest.replace(/^.*?CMD\s+/, ""));
        break;
      case "EXPOSE":
        break;
      default:
        throw new Error(`${instruction.name} is not understood`);
    }
  }
  return image;
}

async function run(step: {
  image: Image;
  rest: string;
  mounts: Readonly<Record<string, string>>;
  options: BuildOptions;
}): Promise<void> {
  const { image, rest, mounts, options } = step;
  const env = { HOME: "/tmp", ...options.env, ...image.env };
  const words = commandWords(rest);
  const child = start({ root: image.root, words, env, workdir: image.workdir, mounts }, "inherit");
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`RUN ${rest} ended with ${code}`);
}
