/** Downloads a model's files, and says when the first bytes are there. Arguments: the folder, the server's address, the paths. */
import { ensureFiles } from "./download";
import { describedFile } from "../test/support/model-files";

const [folder = "", baseUrl = "", ...paths] = process.argv.slice(2);
await ensureFiles({
  folder,
  baseUrl,
  files: paths.map(describedFile),
  onProgress: (bytes) => console.log(bytes),
});
