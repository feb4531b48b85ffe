import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { Version } from "@/lib/server/config-file";
import type { Env } from "@/lib/env";
import type { Finding } from "@/lib/shared/contract/doctor";
import { addressChecks } from "./addresses";
import { databaseChecks } from "./database";
import { fileChecks } from "./file";
import { type Check, error, type ExaminedFile, reason, type Subject } from "./finding";
import { instanceChecks } from "./instance";
import { machineChecks } from "./machine";
import { mirrorChecks } from "./mirror";

/*
 * The doctor looks for what will fail, before it does. To add a check, write a function from `Subject` to a result
 * (`ok`, `warning`, `error` or `skipped`, with a sentence that says what to do) in the file of its group, and a line with
 * its name in the group's list. An `error` makes the command end with 1. A check must not change anything.
 */
const groups: readonly (readonly Check[])[] = [
  machineChecks,
  fileChecks,
  mirrorChecks,
  databaseChecks,
  addressChecks,
  instanceChecks,
];

/** For operators of the panel, because errors of the database contain addresses and names of users. */
export const UNFINISHED =
  "The check could not be completed. Run instance-admin doctor on the panel's machine for the reason.";

/**
 * Examines one after the other, so that the checks do not compete for the same machine.
 * @param options.isBrief whether findings leave out the texts of unexpected errors
 */
export async function examine(
  given: Omit<Subject, "file">,
  { isBrief = false }: { isBrief?: boolean } = {},
): Promise<Finding[]> {
  const subject = { ...given, file: examinedFile(given.env) };
  const findings: Finding[] = [];
  for (const [check, examineOne] of groups.flat()) {
    try {
      findings.push({ check, ...(await examineOne(subject)) });
    } catch (caught) {
      findings.push({ check, ...error(isBrief ? UNFINISHED : `${reason(caught)}.`) });
    }
  }
  return findings;
}

function examinedFile({ configPath, configNaming }: Env): ExaminedFile {
  if (!existsSync(configPath)) return { state: "missing" };
  try {
    const version = Version.parse(readFileSync(configPath), configNaming);
    if (version.usable) return { state: "usable", version };
    return { state: "broken", problems: version.problems.map(({ message }) => message).join(" ") };
  } catch (caught) {
    return { state: "unreadable", reason: reason(caught) };
  }
}
