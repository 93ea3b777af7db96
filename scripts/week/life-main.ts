/** Lives through a week in a process of its own, since the clock is the process's: gets what is to happen, and sends what came of it. */
import { toolOptions } from "../tool";
import { live, type Life } from "./life";

toolOptions("life-main.ts, started by week.ts", {});

process.once("message", (life: Life) => {
  void live(life).then((lived) => process.send?.(lived, () => process.disconnect()));
});
