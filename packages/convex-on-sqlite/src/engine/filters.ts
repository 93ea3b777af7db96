/** Filter expressions of queries, compiled to predicates over documents. */
import { convexToJson, jsonToConvex } from "convex/values";
import type { ConvexJson, ConvexObject } from "../types";
import { compareValues } from "../values/order";
import { fieldAt } from "../values/path";
import { printValue } from "../values/print";
import { isUndefined, tryClassify } from "../values/classify";

type Value = ConvexJson | undefined;
type Evaluate = (document: ConvexObject) => Value;

/** Compiles an expression to a predicate. Throws for an expression of unknown form. */
export function compileFilter(expression: ConvexJson): (document: ConvexObject) => boolean {
  const evaluate = compile(expression);
  return (document) => isTrue(evaluate(document));
}

const COMPARISONS: { readonly [operator: string]: (order: number) => boolean } = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

interface Arithmetic {
  readonly float: (a: number, b: number) => number;
  readonly int: (a: bigint, b: bigint) => bigint;
}

const ARITHMETIC: { readonly [operator: string]: Arithmetic } = {
  $add: { float: (a, b) => a + b, int: (a, b) => a + b },
  $sub: { float: (a, b) => a - b, int: (a, b) => a - b },
  $mul: { float: (a, b) => a * b, int: (a, b) => a * b },
  $div: { float: (a, b) => a / b, int: (a, b) => a / b },
  $mod: { float: (a, b) => a % b, int: (a, b) => a % b },
};

function compile(expression: ConvexJson): Evaluate {
  const [operator, operand] = Object.entries(expression ?? {})[0] ?? [];
  if (operator === undefined || operand === undefined) throw new Error("A filter expression is empty.");
  if (operator === "$literal") return isUndefined(operand) ? () => undefined : () => operand;
  if (operator === "$field") return (document) => fieldAt(document, String(operand));
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) {
    const [left, right] = pair(operator, operand);
    return (document) => comparison(compareValues(left(document), right(document)));
  }
  const arithmetic = ARITHMETIC[operator];
  if (arithmetic !== undefined) {
    const [left, right] = pair(operator, operand);
    return (document) => calculate(operator, arithmetic, left(document), right(document));
  }
  switch (operator) {
    case "$and": {
      const parts = list(operator, operand);
      return (document) => parts.every((part) => isTrue(part(document)));
    }
    case "$or": {
      const parts = list(operator, operand);
      return (document) => parts.some((part) => isTrue(part(document)));
    }
    case "$not": {
      const part = compile(operand);
      return (document) => !isTrue(part(document));
    }
    case "$neg": {
      const part = compile(operand);
      return (document) => {
        const value = numeric(part(document));
        if (typeof value === "number") return float64(-value);
        if (typeof value === "bigint") return int64(-value);
        throw new Error(`"${operator}" in a filter expression takes a number or a bigint.`);
      };
    }
    default:
      throw new Error(`Unknown operator "${operator}" in a filter expression.`);
  }
}

function list(operator: string, operand: ConvexJson): Evaluate[] {
  if (!Array.isArray(operand)) throw new Error(`"${operator}" in a filter expression takes a list.`);
  return operand.map(compile);
}

function pair(operator: string, operand: ConvexJson): [Evaluate, Evaluate] {
  const [left, right, ...more] = list(operator, operand);
  if (left === undefined || right === undefined || more.length > 0) {
    throw new Error(`"${operator}" in a filter expression takes two operands.`);
  }
  return [left, right];
}

/** Calculates with two floats or two bigints. */
function calculate(operator: string, { float, int }: Arithmetic, a: Value, b: Value): Value {
  const [x, y] = [numeric(a), numeric(b)];
  if (typeof x === "number" && typeof y === "number") return float64(float(x, y));
  if (typeof x === "bigint" && typeof y === "bigint") {
    if (y === 0n && (operator === "$div" || operator === "$mod"))
      throw new Error("Division of an integer by zero.");
    return int64(int(x, y));
  }
  throw new Error(`"${operator}" in a filter expression takes two numbers or two bigints.`);
}

/** NaN always gets the same sign: its sign bit depends on how far V8 has optimized the code. */
function float64(value: number): ConvexJson {
  return convexToJson(Number.isNaN(value) ? NaN : value);
}

function int64(value: bigint): ConvexJson {
  if (BigInt.asIntN(64, value) !== value) throw new Error("Integer overflow in a filter expression.");
  return convexToJson(value);
}

function numeric(value: Value): unknown {
  return value === undefined ? undefined : jsonToConvex(value);
}

/** Accepts booleans only: Convex has no truthiness in filters, so a forgotten comparison is an error. */
function isTrue(value: Value): boolean {
  if (typeof value === "boolean") return value;
  throw new Error(`Cannot use value ${printValue(value)} (type ${typeName(value)}) as a Boolean`);
}

function typeName(value: Value): string {
  const kind = value === undefined ? "undefined" : (tryClassify(value)?.kind ?? "object");
  return kind === "undefined" ? kind : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
