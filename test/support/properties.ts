/**
 * Property tests use the full ranges that they state; by default fast-check stops at about ten elements. A failing one
 * shrinks for at most a minute, so that its test can still report.
 */
import * as fc from "fast-check";

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  defaultSizeToMaxWhenMaxSpecified: true,
  interruptAfterTimeLimit: 60_000,
});
