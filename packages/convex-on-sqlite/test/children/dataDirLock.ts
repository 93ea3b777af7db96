/** For the test of the data directory lock: acquires it, prints its process id, and stays. */
import { acquirePidLock } from "../../src/store/pidlock";

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("usage: dataDirLock <data directory>");
acquirePidLock(directory);
process.stdout.write(`${process.pid}\n`);
process.stdin.resume();
