/** Which paths belong to the admin interface, known without loading it: a browser asks about them without the key. */

const BEGINNINGS = [
  "/api/app_metrics/",
  "/api/check_admin_key",
  "/api/deploy2/",
  "/api/export/",
  "/api/get_config",
  "/api/import/",
  "/api/perform_import",
  "/api/run_test_function",
  "/api/shapes2",
  "/api/stream_function_logs",
  "/api/update_environment_variables",
  "/api/v1/",
];

export function isAdminPath(path: string): boolean {
  return BEGINNINGS.some((beginning) => path.startsWith(beginning));
}
