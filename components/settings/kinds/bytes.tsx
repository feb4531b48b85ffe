import type { ControlProps } from "./control-props";
import type { BytesField } from "@/lib/shared/settings/kinds/bytes";
import { Quantity } from "./quantity";

export function BytesControl(props: ControlProps<BytesField>) {
  return <Quantity {...props} />;
}
