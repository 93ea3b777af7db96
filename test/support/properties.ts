/**
 * Property tests draw from the whole of the ranges that they name: of itself fast-check stops at some ten elements. One
 * that fails is made smaller for a minute at most, so that its test still has the time to tell.
 */
import * as fc from "fast-check";

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  defaultSizeToMaxWhenMaxSpecified: true,
  interruptAfterTimeLimit: 60_000,
});
