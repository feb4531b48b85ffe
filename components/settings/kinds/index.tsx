import { type ComponentType, createElement, type FocusEvent } from "react";
import { suspendingComponent } from "@/components/ui/lazy-component";
import type { FieldOf, KindName } from "@/lib/shared/settings/field";
import type { ControlProps } from "./control";
import type { Setting } from "../store/use-setting";
import { BooleanControl } from "./boolean";
import { EmailControl, SnowflakeControl, TextControl, UrlControl } from "./text";
import { EnumControl } from "./enum";
import { NumberControl, Quantity } from "./number";
import { SecretControl } from "./secret";

const controls: { readonly [K in KindName]: ComponentType<ControlProps<FieldOf<K>>> } = {
  text: TextControl,
  url: UrlControl,
  email: EmailControl,
  number: NumberControl,
  duration: Quantity,
  bytes: Quantity,
  boolean: BooleanControl,
  enum: EnumControl,
  snowflake: SnowflakeControl,
  secret: SecretControl,
  // Large controls, which are loaded only on pages that use them. The server renders these controls, too.
  // Loading suspends the whole page, so a setting that appears later (`shownWhen`) must not use them. Next's
  // `dynamic` does not work here: with Turbopack, the page would preload chunk names that do not exist.
  bitfield: suspendingComponent(() => import("./bitfield").then((part) => part.BitfieldControl)),
  "feature-list": suspendingComponent(() => import("./feature-list").then((part) => part.FeatureListControl)),
  "region-list": suspendingComponent(() => import("./region-list").then((part) => part.RegionListControl)),
  "string-list": suspendingComponent(() => import("./string-list").then((part) => part.StringListControl)),
};

interface SettingControlProps extends Pick<ControlProps, "field" | "id" | "labelId" | "describedBy"> {
  setting: Setting;
  className: string;
}

export function SettingControl({ setting, className, ...props }: SettingControlProps) {
  // A control may have several elements. It is blurred only when the focus leaves all of its elements.
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setting.onBlur();
  };
  return (
    <div onBlur={onBlur} className={className}>
      <FieldControl
        {...props}
        invalid={setting.error !== undefined}
        disabled={setting.disabled}
        value={setting.entry.value}
        onChange={setting.onChange}
        entry={setting.entry}
        onEntry={setting.onEntry}
      />
    </div>
  );
}

function FieldControl(props: ControlProps) {
  // Each kind's control accepts the fields of that kind. TypeScript cannot infer this for a field whose kind
  // is unknown.
  return createElement(controls[props.field.kind] as ComponentType<ControlProps>, props);
}
