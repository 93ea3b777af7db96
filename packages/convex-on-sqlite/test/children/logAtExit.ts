/** Logs three lines in one turn of the event loop and exits. */
import { streamLogger } from "../../src/log";

const log = streamLogger(process.stdout, { json: true });
for (const line of ["first", "second", "third"]) log.info(line);
process.exit(3);
