/** What Convex's CLI and dashboard ask for. The host loads it when it is given an admin key. */
export { AdminTools } from "./admin/tools";
export { MIN_ADMIN_KEY_LENGTH } from "./net/adminAccess";
