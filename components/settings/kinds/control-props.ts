import type { Field } from "@/lib/shared/settings/field";
import type { Entry } from "../store/entry";

export interface ControlProps<F extends Field = Field> {
  field: F;
  /** Id of the focusable element; the row's label points at it. */
  id: string;
  /** Id of the row's label, which names a control that consists of several elements (`role="group"`). */
  labelId: string;
  /** Ids of the elements that contain the help text, the state and the problems. */
  describedBy: string;
  invalid: boolean;
  disabled: boolean;
  /** The form's value. An invalid input is stored as the typed text instead of the field's type. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** The setting's entry in the form. Only the control for secrets uses the entry. */
  entry: Entry;
  onEntry: (entry: Entry) => void;
}
