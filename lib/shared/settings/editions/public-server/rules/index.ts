import type { Rule } from "../../../rules/rule";
import { unusedInUse } from "../../../rules/unused";
import { specifiedRules } from "../../specification";
import { registry } from "../registry";
import { addressRules } from "./addresses";
import { listRules } from "./lists";
import { mailRules } from "./mail";
import { peopleRules } from "./people";

/**
 * Not true for this program: it also answers requests to inactive versions, and the settings that it needs at
 * startup are known.
 */
const untrue = new Set(["default-version-inactive", "needed-for-start"]);

/** Rules about values that the program never reads are left out. */
const readsUnused = ({ reads }: Rule) => reads.some((path) => registry.fieldAt(path)?.unused);

export const rules: readonly Rule[] = [
  ...specifiedRules.filter((rule) => !untrue.has(rule.id) && !readsUnused(rule)),
  ...addressRules,
  ...listRules,
  ...mailRules,
  ...peopleRules,
  unusedInUse(registry),
];
