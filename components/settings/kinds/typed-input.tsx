import { type ComponentProps, useState } from "react";
import type { ControlProps } from "./control-props";
import { Input } from "@/components/ui/input";
import type { Field } from "@/lib/shared/settings/field";
import { typedValue } from "@/lib/shared/settings/parse-value";

type NativeParts = Pick<ControlProps, "id" | "describedBy" | "invalid" | "disabled">;

/** Shared by all controls with one native element. */
export function nativeProps({ id, describedBy, invalid, disabled }: NativeParts) {
  return { id, disabled, "aria-describedby": describedBy, "aria-invalid": invalid || undefined };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);
}

/**
 * The text of an input and the value it represents. While the operator types, the text stays unchanged ("1." stays
 * "1."). When the value changes elsewhere (reset, another operator's save), the text is updated.
 */
export function useTypedText(
  field: Field,
  value: unknown,
  onChange: (value: unknown) => void,
  show: (value: unknown) => string = textOf,
): [text: string, setText: (text: string) => void] {
  const [typed, setTyped] = useState({ text: show(value), value });
  const isOwn = Object.is(typed.value, value);
  if (!isOwn) setTyped({ text: show(value), value });

  const change = (text: string) => {
    const next = typedValue(field, text);
    setTyped({ text, value: next });
    onChange(next);
  };
  return [isOwn ? typed.text : show(value), change];
}

interface TypedInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "children"> {
  control: ControlProps;
  /** Id of a text below the input with more information about the value. */
  hintId?: string;
  /** The text for a value that was not typed here. */
  show?: (value: unknown) => string;
}

/**
 * The input of kinds with typed values. Native validation is off, because it would show the browser's own
 * messages.
 */
export function TypedInput({ control, hintId, show, ...props }: TypedInputProps) {
  const [text, setText] = useTypedText(control.field, control.value, control.onChange, show);
  const described = hintId ? `${hintId} ${control.describedBy}` : control.describedBy;
  return (
    <Input
      {...nativeProps({ ...control, describedBy: described })}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      {...props}
    />
  );
}
