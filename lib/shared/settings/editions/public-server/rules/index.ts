import type { Rule } from "../../../rules/rule";
import { unusedInUse } from "../../../rules/unused";
import { specifiedRules } from "../../specification/rules";
import { registry } from "../registry";
import { addressRules } from "./addresses";
import { listRules } from "./lists";
import { mailRules } from "./mail";
import { peopleRules } from "./people";

/**
 * Rules of the specification that do not apply to this server. The server also answers requests to inactive API
 * versions. A more exact rule checks the settings that the server needs at startup.
 */
const untrue = new Set(["default-version-inactive", "needed-for-start"]);

/** Rules that read unused settings are omitted, because values of such settings have no effect. */
const readsUnused = ({ reads }: Rule) => reads.some((path) => registry.fieldAt(path)?.unused);

export const rules: readonly Rule[] = [
  ...specifiedRules.filter((rule) => !untrue.has(rule.id) && !readsUnused(rule)),
  ...addressRules,
  ...listRules,
  ...mailRules,
  ...peopleRules,
  unusedInUse(registry),
];
