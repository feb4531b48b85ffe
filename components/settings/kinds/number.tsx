import type { KeyboardEvent } from "react";
import type { ControlProps } from "./control-props";
import { InputAffix, InputGroup } from "@/components/ui/input-group";
import { formatNumber } from "@/lib/shared/settings/kinds/amounts";
import type { NumberField } from "@/lib/shared/settings/kinds/number";
import { TypedInput } from "./typed-input";

export function NumberControl(props: ControlProps<NumberField>) {
  const { field, value, onChange } = props;
  const step = field.fractional ? 0.1 : 1;

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (direction === 0 || typeof value !== "number" || props.disabled) return;
    event.preventDefault();
    const next = value + direction * step * (event.shiftKey ? 10 : 1);
    onChange(Math.min(field.max, Math.max(field.min, Number(next.toFixed(6)))));
  };

  const unitId = `${props.id}-unit`;
  return (
    <InputGroup>
      <TypedInput
        control={props}
        {...(field.unit && { hintId: unitId })}
        inputMode={field.fractional ? "decimal" : "numeric"}
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
