import type { ControlProps } from "@/components/form/control-props";
import type { DurationField } from "@/lib/config/field";
import { formatDuration, parseDuration } from "@/lib/config/format";
import { Quantity } from "./quantity";
import { nativeProps } from "./text";
import type { Unit } from "./units";

const seconds: readonly Unit[] = [
  { name: "seconds", size: 1 },
  { name: "minutes", size: 60 },
  { name: "hours", size: 3_600 },
  { name: "days", size: 86_400 },
];
const milliseconds: readonly Unit[] = [
  { name: "milliseconds", size: 1 },
  ...seconds.map((unit) => ({ ...unit, size: unit.size * 1_000 })),
];

export function DurationControl(props: ControlProps<DurationField>) {
  const { field, value, onChange } = props;
  const { fileUnit } = field;
  return (
    <Quantity
      native={nativeProps(props)}
      path={field.path}
      units={fileUnit === "s" ? seconds : milliseconds}
      value={value}
      onChange={onChange}
      parse={(text) => parseDuration(text, fileUnit) ?? undefined}
      inWords={(amount) => formatDuration(amount, fileUnit)}
      fileUnit={fileUnit}
    />
  );
}
