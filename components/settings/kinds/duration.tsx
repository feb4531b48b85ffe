import type { ControlProps } from "./control-props";
import type { DurationField } from "@/lib/shared/settings/kinds/duration";
import { Quantity } from "./quantity";

export function DurationControl(props: ControlProps<DurationField>) {
  return <Quantity {...props} />;
}
