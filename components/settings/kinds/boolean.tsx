import type { ControlProps } from "./control-props";
import { Switch } from "@/components/ui/switch";
import type { BooleanField } from "@/lib/shared/settings/kinds/boolean";
import { nativeProps } from "./typed-input";

/** The switch shows the effective value: while the key is unset, that is the instance's default. */
export function BooleanControl(props: ControlProps<BooleanField>) {
  const { value, onChange } = props;
  return (
    <div className="flex items-center gap-3">
      <Switch {...nativeProps(props)} checked={value === true} onCheckedChange={onChange} />
      <span aria-hidden="true" className="text-sm text-muted-foreground">
        {value === true ? "On" : value === false ? "Off" : "Not set"}
      </span>
    </div>
  );
}
