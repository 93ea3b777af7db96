/** POST /tick. */
import * as z from "zod";
import { ARTIFACT_TYPES, MOODS } from "../../mind/words";

export const outcome = z.strictObject({
  mood: z.enum(MOODS),
  health: z.number().min(0).max(100),
  volatility: z.number().min(0).max(1),
  summary: z.string(),
  detail: z.string(),
  remark: z.string().exactOptional(),
  duration: z.number().min(0).meta({ description: "Milliseconds" }),
  artifacts: z.array(z.strictObject({ type: z.enum(ARTIFACT_TYPES), content: z.string() })),
});
