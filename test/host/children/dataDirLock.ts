/** For the test of the lock on a data directory: a process that takes it, says so with its own id, and stays. */
import { acquirePidLock } from "../../../host/store/pidlock";

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("usage: lockChild <data directory>");
acquirePidLock(directory);
process.stdout.write(`${process.pid}\n`);
process.stdin.resume();
