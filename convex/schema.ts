/** The tables. Each feature defines its own in its folder. */
import { defineSchema } from "convex/server";
import { agentTables } from "./agent/tables";
import { auditTables } from "./audit/tables";
import { changesTables } from "./changes/tables";
import { citationsTables } from "./citations/tables";
import { idempotencyTables } from "./idempotency/tables";
import { leasesTables } from "./leases/tables";
import { rateLimitsTables } from "./rateLimits/tables";
import { consolidationTables } from "./consolidation/tables";
import { documentsTables } from "./documents/tables";
import { embeddingsTables } from "./embeddings/tables";
import { erasuresTables } from "./erasures/tables";
import { eventsTables } from "./events/tables";
import { knowledgeTables } from "./knowledge/tables";
import { libTables } from "./lib/tables";
import { llmTables } from "./llm/tables";
import { memoriesTables } from "./memories/tables";
import { earlierTables } from "./migrations/tables";
import { pushTables } from "./push/tables";
import { reflectionsTables } from "./reflections/tables";
import { remindersTables } from "./reminders/tables";
import { searchTables } from "./search/tables";
import { thoughtsTables } from "./thoughts/tables";
import { tickTables } from "./tick/tables";
import { transferTables } from "./transfer/tables";
import { vitalsTables } from "./vitals/tables";
import { webhooksTables } from "./webhooks/tables";

export default defineSchema({
  ...agentTables,
  ...auditTables,
  ...changesTables,
  ...citationsTables,
  ...idempotencyTables,
  ...leasesTables,
  ...rateLimitsTables,
  ...consolidationTables,
  ...documentsTables,
  ...embeddingsTables,
  ...erasuresTables,
  ...eventsTables,
  ...knowledgeTables,
  ...libTables,
  ...llmTables,
  ...memoriesTables,
  ...earlierTables,
  ...pushTables,
  ...reflectionsTables,
  ...remindersTables,
  ...searchTables,
  ...thoughtsTables,
  ...tickTables,
  ...transferTables,
  ...vitalsTables,
  ...webhooksTables,
});
