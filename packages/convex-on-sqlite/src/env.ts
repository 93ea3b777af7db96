/** Settings files such as `.env.local`: read as dotenv reads them, changed without ever losing a line. */
export { ineffectiveLines } from "./env/envLines";
export * from "./env/envFile";
