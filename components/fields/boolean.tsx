import type { ControlProps } from "@/components/form/control-props";
import { Switch } from "@/components/ui/switch";
import type { BooleanField } from "@/lib/config/field";
import { nativeProps } from "./text";

/** The switch shows what the instance does: while the key is unset, that is its default. */
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
