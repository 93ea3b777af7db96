export * from "../../../mind/tick/test.situations";
