/**
 * Runs before each test file of the service. Files share a process and its modules, so hooks that a module registers when
 * it is loaded would apply only to the first file.
 */
import { afterAll } from "vitest";
import { endAll } from "./cleanUp";

afterAll(endAll);
