import "server-only";
import { readConfigDocument } from "@/lib/config-file";
import { db } from "@/lib/db";
import { instanceApi, knownInstanceState } from "@/lib/instance";
import { startUpState } from "./start-up";

interface Health {
  status: "ok" | "unavailable";
  database: "ok" | "unavailable";
  configuration: "usable" | "missing" | "broken" | "unreadable";
  /** Beside an existing instance: whether that one answered last. It being away is no fault of the panel. */
  instance?: "reachable" | "unreachable" | "unknown";
  /** Why the status is not ok, for an operator. */
  reasons?: string[];
}

/** Whether the panel can do its work: schema migrated, database answers, configuration file read. */
export async function health(): Promise<Health> {
  const reasons: string[] = [];
  const url = instanceApi();
  const known = url === null ? undefined : knownInstanceState(url);
  const database = await databaseAnswers();
  if (!database) reasons.push("The database does not answer, or its migrations have not run.");
  const { file, problems } = await readConfigDocument();
  if (file.state !== "usable") {
    const place = problems.find((problem) => problem.line !== undefined);
    reasons.push(
      `The configuration file is ${file.state}${place ? ` (line ${place.line}, column ${place.column})` : ""}.`,
    );
  }
  return {
    status: reasons.length === 0 ? "ok" : "unavailable",
    database: database ? "ok" : "unavailable",
    configuration: file.state,
    ...(known !== undefined && {
      instance: known?.answers ? "reachable" : known ? "unreachable" : "unknown",
    }),
    ...(reasons.length > 0 && { reasons }),
  };
}

async function databaseAnswers(): Promise<boolean> {
  if (!startUpState().migrated) return false;
  try {
    await db().selectFrom("meta").select("key").limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
