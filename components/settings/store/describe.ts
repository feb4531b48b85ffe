import type { Field } from "@/lib/shared/settings/field";
import { describeDefault, describeValue } from "@/lib/shared/settings/wording";
import { type Entry, isSecretEntry } from "./entry";

/** Describes an entry in a list of changes. For a secret, states only the kind of change. */
export function describeEntry(field: Field, entry: Entry): string {
  if (isSecretEntry(entry)) {
    if (entry.action === "replace") return entry.set ? "replaced" : "set";
    if (entry.action === "clear") return "cleared";
    return entry.set ? "set" : "not set";
  }
  return entry.set ? describeValue(field, entry.value) : `default (${describeDefault(field)})`;
}
