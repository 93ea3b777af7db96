/**
 * Run before each file of the service's tests. Files share a process, and with it the modules that they import: what a
 * module registers when it is loaded would hold for the first of them only.
 */
import { afterAll } from "vitest";
import { endAll } from "./cleanUp";

afterAll(endAll);
