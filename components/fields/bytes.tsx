import type { ControlProps } from "@/components/form/control-props";
import type { BytesField } from "@/lib/config/field";
import { formatBytes, parseBytes } from "@/lib/config/format";
import { Quantity } from "./quantity";
import { nativeProps } from "./text";
import type { Unit } from "./units";

const units: readonly Unit[] = [
  { name: "bytes", size: 1 },
  { name: "KiB", size: 1_024 },
  { name: "MiB", size: 1_048_576 },
  { name: "GiB", size: 1_073_741_824 },
];

export function BytesControl(props: ControlProps<BytesField>) {
  const { field, value, onChange } = props;
  return (
    <Quantity
      native={nativeProps(props)}
      path={field.path}
      units={units}
      value={value}
      onChange={onChange}
      parse={(text) => parseBytes(text) ?? undefined}
      inWords={(amount) => formatBytes(amount)}
      fileUnit="bytes"
    />
  );
}
