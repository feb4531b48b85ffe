import { type ComponentType, createElement, lazy } from "react";
import type { ControlProps } from "./control-props";
import type { FieldOf, KindName } from "@/lib/shared/settings/field";
import { BooleanControl } from "./boolean";
import { EmailControl } from "./email";
import { EnumControl } from "./enum";
import { NumberControl } from "./number";
import { Quantity } from "./quantity";
import { SecretControl } from "./secret";
import { SnowflakeControl } from "./snowflake";
import { TextControl } from "./text";
import { UrlControl } from "./url";

/** The control of each kind. A missing kind is a compile error. */
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
  // Large controls that few sections use: loaded only on pages that have one, and part of the server's HTML. The
  // whole page waits for them, so settings that a choice in the page can reveal (`shownWhen`) must not use them.
  // Next's `dynamic` is not used, because it makes the page preload chunks under names that no file has with
  // Turbopack.
  bitfield: lazy(async () => ({ default: (await import("./bitfield")).BitfieldControl })),
  "feature-list": lazy(async () => ({ default: (await import("./feature-list")).FeatureListControl })),
  "region-list": lazy(async () => ({ default: (await import("./region-list")).RegionListControl })),
  "string-list": lazy(async () => ({ default: (await import("./string-list")).StringListControl })),
};

/** The control of a setting, by its kind. */
export function FieldControl(props: ControlProps) {
  // The table pairs each kind with a control for its fields, which TypeScript cannot follow for a field of any kind.
  return createElement(controls[props.field.kind] as ComponentType<ControlProps>, props);
}
