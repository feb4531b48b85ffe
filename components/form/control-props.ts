import type { Field } from "@/lib/config/field";
import type { Entry } from "./entry";

/** What a row gives to the control of its setting. */
export interface ControlProps<F extends Field = Field> {
  field: F;
  /** Id of the element that takes the focus; the row's label points at it. */
  id: string;
  /** Id of the row's label, for controls made of several elements (`role="group"`). */
  labelId: string;
  /** Ids of help, state and problem. */
  describedBy: string;
  invalid: boolean;
  disabled: boolean;
  /** The value in the form: of the field's type, or what was typed when it is not of that type yet. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** The whole entry, for secrets. */
  entry: Entry;
  onEntry: (entry: Entry) => void;
}
