/** What the rows of leases imply, and the function that writes them. */
import { writerOf, type Table } from "../lib/rows";

export const leases: Table<"leases"> = {
  name: "leases",
  travels: { not: "is work in progress, which ends here" },
};
export const writeLease = writerOf(leases);
