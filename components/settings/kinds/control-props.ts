import type { Field } from "@/lib/shared/settings/field";
import type { Entry } from "../store/entry";

/** What a row passes to its setting's control. */
export interface ControlProps<F extends Field = Field> {
  field: F;
  /** Id of the focusable element; the row's label points at it. */
  id: string;
  /** Id of the row's label, for controls made of several elements (`role="group"`). */
  labelId: string;
  /** Ids of the help, state and problem texts. */
  describedBy: string;
  invalid: boolean;
  disabled: boolean;
  /** The value in the form: of the field's type, or the typed text while it is not valid for that type. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** The whole entry, for secrets. */
  entry: Entry;
  onEntry: (entry: Entry) => void;
}
