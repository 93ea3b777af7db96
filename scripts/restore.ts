/** `npm run restore -- FILE`: makes a backup the database of a service that does not run. */
import { DATABASE_FILE } from "../host/engine/engine";
import { restoreBackup } from "../host/store/backup";
import { dataDir, fileArgument, orExplain } from "./backup/command";

const usage = "npm run restore -- FILE";
orExplain("Nothing was restored", () => {
  const file = fileArgument(usage);
  const directory = dataDir();
  const replaced = restoreBackup(file, directory, DATABASE_FILE, new Date());
  console.log(`${directory} holds the database of ${file}.`);
  if (replaced !== null) console.log(`The database before was moved to ${replaced}.`);
});
