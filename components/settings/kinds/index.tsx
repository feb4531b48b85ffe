import { type ComponentType, createElement } from "react";
import { suspendingComponent } from "@/components/ui/lazy-component";
import type { FieldOf, KindName } from "@/lib/shared/settings/field";
import type { ControlProps } from "./control";
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
  // These large controls are loaded only on pages that use them, and the server renders them too. Loading suspends the
  // whole page, so a setting that appears only after a choice (`shownWhen`) must not use them. Next's `dynamic` does
  // not work here, because with Turbopack the page preloads chunk names that do not exist.
  bitfield: suspendingComponent(() => import("./bitfield").then((part) => part.BitfieldControl)),
  "feature-list": suspendingComponent(() => import("./feature-list").then((part) => part.FeatureListControl)),
  "region-list": suspendingComponent(() => import("./region-list").then((part) => part.RegionListControl)),
  "string-list": suspendingComponent(() => import("./string-list").then((part) => part.StringListControl)),
};

export function FieldControl(props: ControlProps) {
  // Each kind's control accepts the fields of that kind. TypeScript cannot derive this for a field of any kind.
  return createElement(controls[props.field.kind] as ComponentType<ControlProps>, props);
}
