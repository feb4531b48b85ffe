import { type ComponentProps, useState } from "react";
import { Input } from "@/components/ui/input";
import { sameJson } from "@/lib/shared/json/value";
import type { Field } from "@/lib/shared/settings/field";
import { hiddenWarning, trimmedText } from "@/lib/shared/settings/kinds/hidden-characters";
import { typedValue } from "@/lib/shared/settings/wording";
import type { Entry } from "../store/entry";

export interface ControlProps<F extends Field = Field> {
  field: F;
  /** Id of the focusable element; the row's label points to it. */
  id: string;
  /** Id of the row's label, which names a control that consists of several elements (`role="group"`). */
  labelId: string;
  describedBy: string;
  invalid: boolean;
  disabled: boolean;
  /** The form's value. An invalid input is stored as typed, not converted to the field's type. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** The setting's entry in the form. Only the control for secrets uses the entry. */
  entry: Entry;
  onEntry: (entry: Entry) => void;
}

type NativeParts = Pick<ControlProps, "id" | "describedBy" | "invalid" | "disabled">;

export function nativeProps({ id, describedBy, invalid, disabled }: NativeParts) {
  return { id, disabled, "aria-describedby": describedBy, "aria-invalid": invalid || undefined };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);
}

/**
 * Returns the text of an input, and a function that stores typed text together with its value. The input
 * shows the text exactly as typed: "1." does not become "1". If something else changes the value, such as a
 * reset, the input shows `show(value)`.
 */
export function useTyped<T>(
  value: unknown,
  show: (value: unknown) => T,
): [shown: T, setTyped: (typed: T, value: unknown) => void] {
  const [typed, setTyped] = useState(() => ({ shown: show(value), value }));
  const isOwn = sameJson(typed.value, value);
  const current = isOwn ? typed : { shown: show(value), value };
  if (!isOwn) setTyped(current);
  return [current.shown, (shown, value) => setTyped({ shown, value })];
}

export function useTypedText(
  { field, value, onChange }: ControlProps,
  show: (value: unknown) => string = textOf,
): [text: string, setText: (text: string) => void] {
  const [text, setTyped] = useTyped(value, show);
  const change = (text: string) => {
    const next = typedValue(field, text);
    setTyped(text, next);
    onChange(next);
  };
  return [text, change];
}

interface TypedInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "children"> {
  control: ControlProps;
  /** Id of a text that explains the value, such as the unit next to the input. */
  hintId?: string;
  show?: (value: unknown) => string;
}

/**
 * A text input whose text is parsed into the field's type. The input type is always text: for other types,
 * browsers show their own validation messages.
 */
export function TypedInput({ control, hintId, show, ...props }: TypedInputProps) {
  const [text, setText] = useTypedText(control, show);
  const described = hintId ? `${hintId} ${control.describedBy}` : control.describedBy;
  return (
    <>
      <Input
        {...nativeProps({ ...control, describedBy: described })}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...props}
      />
      <HiddenNote text={typeof control.value === "string" ? text : ""} />
    </>
  );
}

/** Names a character in a typed text that nobody can see, or that is seldom meant. */
export function HiddenNote({ text }: { text: string }) {
  const warning = hiddenWarning(trimmedText(text));
  return warning === undefined ? null : (
    <p role="status" className="text-xs text-warning-text">
      {warning}
    </p>
  );
}
