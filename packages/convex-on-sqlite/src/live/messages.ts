/** The messages of clients in the sync protocol, validated field by field. Unknown fields of newer clients are ignored. */
import * as z from "zod";
import type { ConvexJson, ConvexObject } from "../types";
import { decodeTs } from "./versions";

const uint32 = z.number().int().min(0).max(0xffff_ffff);

/**
 * The engine rejects arguments nested deeper than 64 levels, which fails only that call. Far deeper values could not even
 * be serialized, so arguments are cut at this level first.
 */
const MAX_NESTING = 100;

/** Replaces everything nested deeper than `levels` with null. */
function limitNesting(value: ConvexJson, levels = MAX_NESTING): ConvexJson {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return null;
  return Array.isArray(value)
    ? value.map((inner) => limitNesting(inner, levels - 1))
    : limitFieldNesting(value, levels);
}

function limitFieldNesting(object: ConvexObject, levels = MAX_NESTING): ConvexObject {
  return Object.fromEntries(
    Object.entries(object).map(([field, inner]) => [field, limitNesting(inner, levels - 1)]),
  );
}

/**
 * Whether all numbers are finite: a number beyond doubles, such as 1e400, would be serialized as null, and queries are
 * identified by their serialized arguments. Real clients never send one.
 */
function isSerializable(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isSerializable);
  return typeof value !== "number" || Number.isFinite(value);
}

function isObject(value: unknown): value is ConvexObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * An arguments object from JSON.parse. If deep nesting were rejected here, a client would send the message again after
 * each reconnect; so it is cut to a depth that the engine can process and still rejects.
 */
export const argumentsObject = z
  .custom<ConvexObject>(isObject, "expected an arguments object")
  .transform((object) => limitFieldNesting(object))
  .refine(isSerializable, "a number is out of range");

/** A list of one arguments object; a call without arguments may leave it empty. */
const args = z.array(argumentsObject).max(1);

const timestamp = z.string().transform((text, context) => {
  const ts = decodeTs(text);
  if (ts !== null) return ts;
  context.addIssue({ code: "custom", message: "not a timestamp" });
  return z.NEVER;
});

const path = z.string().min(1).max(1024);

const connect = z.object({
  type: z.literal("Connect"),
  sessionId: z.uuid(),
  connectionCount: uint32,
  lastCloseReason: z.string().nullish(),
  maxObservedTimestamp: timestamp.nullish(),
  clientTs: z.number().nullish(),
});

const addQuery = z.object({
  type: z.literal("Add"),
  queryId: uint32,
  udfPath: path,
  args,
  journal: z.string().nullish(),
  componentPath: z.string().nullish(),
});

const removeQuery = z.object({ type: z.literal("Remove"), queryId: uint32 });

const modifyQuerySet = z.object({
  type: z.literal("ModifyQuerySet"),
  baseVersion: uint32,
  newVersion: uint32,
  modifications: z.array(z.discriminatedUnion("type", [addQuery, removeQuery])),
});

const callFields = { requestId: uint32, udfPath: path, args, componentPath: z.string().nullish() };
const mutation = z.object({ type: z.literal("Mutation"), ...callFields });
const action = z.object({ type: z.literal("Action"), ...callFields });

const authenticate = z.object({
  type: z.literal("Authenticate"),
  baseVersion: uint32,
  tokenType: z.enum(["None", "User", "Admin"]),
  value: z.string().optional(),
  /** The user that an admin wants to act as. */
  impersonating: z.unknown().optional(),
});

const event = z.object({ type: z.literal("Event") });

const clientMessage = z.discriminatedUnion("type", [
  connect,
  modifyQuerySet,
  mutation,
  action,
  authenticate,
  event,
]);

export type ClientMessage = z.infer<typeof clientMessage>;
export type ConnectMessage = z.infer<typeof connect>;
export type ModifyQuerySetMessage = z.infer<typeof modifyQuerySet>;
export type AddQuery = z.infer<typeof addQuery>;
export type MutationMessage = z.infer<typeof mutation>;
export type ActionMessage = z.infer<typeof action>;
export type AuthenticateMessage = z.infer<typeof authenticate>;

type ParsedMessage =
  | { readonly ok: true; readonly message: ClientMessage }
  | { readonly ok: false; readonly reason: string };

/** Parses a text frame. The reason for a rejection names the place in the message, never its content. */
export function parseClientMessage(text: string): ParsedMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: "the frame is not JSON" };
  }
  const parsed = clientMessage.safeParse(value);
  if (parsed.success) return { ok: true, message: parsed.data };
  const place = parsed.error.issues[0]?.path.join(".") ?? "";
  return { ok: false, reason: `unknown or malformed message${place === "" ? "" : ` at ${place}`}` };
}
