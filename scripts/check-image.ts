/**
 * `npm run check:image [-- --full]`: runs the Dockerfile's steps without a container engine, starts what they make as a container
 * would (its user, a read-only root, a volume), and asks its health check. `--full` also installs the packages for the build
 * anew, instead of taking those of this checkout.
 */
import { once } from "node:events";
import { chownSync, cpSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { send } from "../test/support/request";
import { until } from "../test/support/until";
import { buildImage, type Image } from "./image/build";
import { canIsolate, start } from "./image/namespace";
import { projectRoot } from "./start/root";
import { toolOptions } from "./tool";

const { full } = toolOptions("npm run check:image [-- --full]", { full: { type: "boolean" } });

if (!canIsolate()) {
  console.log("skipped: running the Dockerfile's steps needs Linux, root and mount namespaces");
  process.exit(0);
}

// toolOptions removes it at the end.
const folder = mkdtempSync(join(tmpdir(), "image-"));
const npmVariables = Object.entries(process.env).flatMap(([name, value = ""]) =>
  /^(?:npm_config_(?:registry|cafile|userconfig)|NODE_EXTRA_CA_CERTS)$/i.test(name) ? [[name, value]] : [],
);
const image = await buildImage({
  context: projectRoot,
  outDir: folder,
  env: Object.fromEntries(npmVariables) as Record<string, string>,
  made: full === true ? {} : { "npm ci": "node_modules" },
  log: console.log,
});
await useImage(image);

/** A container's life: it starts, is healthy, answers, keeps its data in the volume, and stops. */
async function useImage({ root, env, workdir, user, volumes, command, health }: Image): Promise<void> {
  const mounts = Object.fromEntries(volumes.map((path) => [path, newVolume(root, path, user)]));
  const port = await freePort();
  // HOME is the user's in the image, which nothing writes to.
  const inside = {
    root,
    workdir,
    user,
    mounts,
    readOnly: true,
    env: { ...env, HOME: "/tmp", PORT: `${port}` },
  };
  let output = "";
  const container = start({ ...inside, words: command }, ["ignore", "pipe", "pipe"]);
  for (const stream of [container.stdout, container.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const closed = once(container, "close");
  const ask = async (words: readonly string[]): Promise<boolean> => {
    const [code] = (await once(start({ ...inside, words }, "inherit"), "close")) as [number | null];
    return code === 0;
  };
  try {
    if (await ask(health)) throw new Error("the health check succeeds before the service listens");
    await until("the service", () => {
      if (container.exitCode !== null) throw new Error("the service ended");
      return output.includes(" listens on ");
    });
    if (!(await ask(health))) throw new Error("the health check fails");
    if (await ask(["sh", "-c", "touch /app/dist/new 2>/dev/null"]))
      throw new Error("the root can be written");
    const page = await send("GET", `http://127.0.0.1:${port}/`, undefined);
    if (!page.text.includes("/console/index-")) throw new Error("the console does not come");
    if (!(await ask(["anima", "status"]))) throw new Error("the command does not reach the service");
    container.kill("SIGTERM");
    await closed;
    if (!output.includes('"message":"stopped"')) throw new Error("it did not stop cleanly");
    const [volume = ""] = Object.values(mounts);
    const kept = readdirSync(volume);
    if (!kept.includes("convex.sqlite3") || !kept.includes(".env.local"))
      throw new Error(`the volume holds ${kept.join(", ")}`);
    console.log(`healthy on a read-only root as user ${user}, with ${kept.join(", ")} in the volume`);
  } catch (thrown) {
    console.error(output);
    throw thrown;
  } finally {
    container.kill("SIGKILL");
  }
}

/** A new volume begins as a copy of the image's folder, with its owner. */
function newVolume(root: string, path: string, user: string): string {
  const volume = mkdtempSync(join(tmpdir(), "volume-"));
  cpSync(join(root, path), volume, { recursive: true });
  const { uid, gid } = statSync(join(root, path));
  chownSync(volume, uid, gid);
  if (`${uid}:${gid}` !== user) throw new Error(`${path} belongs to ${uid}:${gid}, not to ${user}`);
  return volume;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
