import "server-only";
import type { ConfigDocument } from "@/lib/config/document";
import { fields } from "@/lib/config/registry";
import { effectiveOf } from "./effective";
import type { Reading } from "./reading";

/** What a version says, as rules and browsers may see it: effective values, what is set, and no secret. */
export function factsOf(reading: Reading | null): Pick<ConfigDocument, "values" | "set" | "secrets"> {
  const isSet = (path: string) => reading?.rawOf(path) !== undefined;
  const secrets = fields.filter(({ kind }) => kind === "secret");
  return {
    values: effectiveOf(reading).redacted,
    set: fields.map(({ path }) => path).filter(isSet),
    secrets: Object.fromEntries(secrets.map(({ path }) => [path, isSet(path) ? "set" : "unset"])),
  };
}
