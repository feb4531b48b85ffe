import type { Field } from "@/lib/shared/settings/field";
import { notesOf } from "@/lib/shared/settings/wording";

/** What to use instead of a setting, and where else the instance takes its value from. */
export function SettingNotes({ field }: { field: Field }) {
  return notesOf(field).map((note) => (
    <p key={note} className="text-sm text-pretty text-muted-foreground">
      {note}
    </p>
  ));
}
