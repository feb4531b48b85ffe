import type { KeyboardEvent } from "react";
import type { ControlProps } from "@/components/form/control-props";
import { Input } from "@/components/ui/input";
import { InputAffix, InputGroup } from "@/components/ui/input-group";
import type { NumberField } from "@/lib/config/field";
import { formatNumber } from "@/lib/config/format";
import { nativeProps } from "./text";
import { numberIn } from "./units";
import { useTypedText } from "./use-typed-text";

const write = (value: unknown) =>
  typeof value === "number" ? String(value) : typeof value === "string" ? value : "";

/** What was typed, as a number where it is one; otherwise as it is, so that the check can say what is wrong. */
const read = (text: string): unknown => (text.trim() === "" ? null : (numberIn(text) ?? text));

export function NumberControl(props: ControlProps<NumberField>) {
  const { field, value, onChange } = props;
  const [text, setText] = useTypedText({ value, onChange, write, read });
  const step = field.fractional ? 0.1 : 1;

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (direction === 0 || typeof value !== "number" || props.disabled) return;
    event.preventDefault();
    const next = value + direction * step * (event.shiftKey ? 10 : 1);
    onChange(Math.min(field.max, Math.max(field.min, Number(next.toFixed(6)))));
  };

  const unitId = `${props.id}-unit`;
  const native = nativeProps(props);
  return (
    <InputGroup className="max-w-64">
      <Input
        {...native}
        aria-describedby={field.unit ? `${unitId} ${native["aria-describedby"]}` : native["aria-describedby"]}
        inputMode={field.fractional ? "decimal" : "numeric"}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <InputAffix id={unitId} className="tabular-nums">
        {typeof value === "number" && Math.abs(value) >= 10_000 ? (
          <span aria-hidden="true" className="text-xs">{`${formatNumber(value)} `}</span>
        ) : null}
        {field.unit}
      </InputAffix>
    </InputGroup>
  );
}
