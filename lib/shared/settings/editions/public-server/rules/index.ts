import type { Rule } from "../../../rules/rule";
import { unusedInUse } from "../../../rules/unused";
import { specifiedRules } from "../../specification";
import { registry } from "../registry";
import { addressRules } from "./addresses";
import { listRules } from "./lists";
import { mailRules } from "./mail";
import { peopleRules } from "./people";

/** The program answers requests to versions that are not active, too; and what it does not start without is known. */
const untrue = new Set(["default-version-inactive", "needed-for-start"]);

/** Nothing follows from a value that the program never reads. */
const readsUnused = ({ reads }: Rule) => reads.some((path) => registry.fieldAt(path)?.unused);

export const rules: readonly Rule[] = [
  ...specifiedRules.filter((rule) => !untrue.has(rule.id) && !readsUnused(rule)),
  ...addressRules,
  ...listRules,
  ...mailRules,
  ...peopleRules,
  unusedInUse(registry),
];
