/** An npm registry of the packages that are installed here, so that npm itself can install them without the network. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { productionFolders } from "../../scripts/bench/productionFolders";
import { projectRoot } from "../../scripts/start/root";

const manifestFile = z.looseObject({ name: z.string(), version: z.string() });

/** Serves until the returned function is called. Anything that is not installed here is 404, as other platforms' packages are. */
export async function startRegistry(): Promise<{ url: string; names: string[]; close: () => Promise<void> }> {
  const folders = new Map(
    productionFolders(projectRoot).map((folder) => {
      const manifest = manifestFile.parse(readJson(join(folder, "package.json")));
      return [manifest.name, { folder, manifest }] as const;
    }),
  );
  const server = createServer(({ url = "", headers: { host = "" } }, response) => {
    const [name, file] = decodeURIComponent(url.slice(1)).split("/-/");
    const found = folders.get(name ?? "");
    if (found === undefined) {
      response.writeHead(404).end("{}");
    } else if (file !== undefined) {
      // Fast rather than small: it travels within this machine.
      const tar = ["--create", "--transform", "s,^\\.,package,", "--directory", found.folder, "."];
      response.end(execFileSync("tar", tar, { maxBuffer: 2 ** 28 }));
    } else {
      const { manifest } = found;
      const dist = { tarball: `http://${host}/${manifest.name}/-/package.tgz` };
      const versions = { [manifest.version]: { ...manifest, dist } };
      const packument = { name: manifest.name, "dist-tags": { latest: manifest.version }, versions };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(packument));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    names: [...folders.keys()],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
