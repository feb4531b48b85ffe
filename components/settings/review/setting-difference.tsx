import { Badge } from "@/components/ui/badge";
import type { Field } from "@/lib/shared/settings/field";
import type { SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import type { PlainEntry } from "../store/entry";
import { ChangeDiff } from "./change-diff";

/** The old and new value of a setting or an unrecognized key. A secret shows only the kind of change. */
export function SettingDifference({ change: { path, secret, before, after } }: { change: SettingChange }) {
  if (secret) {
    return (
      <p>
        <Badge tone={secret === "cleared" ? "danger" : "warning"}>Secret {secret}</Badge>
      </p>
    );
  }
  const field = settingOfAny(path);
  if (field) return <ChangeDiff field={field} from={entryOf(field, before)} to={entryOf(field, after)} />;
  return (
    <p className="flex flex-col gap-1 font-mono text-xs">
      <del className="break-all text-muted-foreground no-underline">
        <span className="sr-only">From </span>− {shown(before)}
      </del>
      <ins className="break-all text-warning-text no-underline">
        <span className="sr-only">to </span>+ {shown(after)}
      </ins>
    </p>
  );
}

/** Converts a stored version's value to an entry. Null means that the version does not set the key. */
export function entryOf(field: Field, value: unknown): PlainEntry {
  return value === null ? { set: false, value: field.default } : { set: true, value };
}

function shown(value: unknown): string {
  return value === null ? "not set" : JSON.stringify(value);
}
