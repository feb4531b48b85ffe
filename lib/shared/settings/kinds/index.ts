import { bitfieldKind, type BitfieldField } from "./bitfield";
import { booleanKind, type BooleanField } from "./boolean";
import { bytesKind, type BytesField } from "./bytes";
import { durationKind, type DurationField } from "./duration";
import { emailKind, type EmailField } from "./email";
import { enumKind, type EnumField } from "./enum";
import { featureListKind, type FeatureListField } from "./feature-list";
import type { Kind } from "./kind";
import { numberKind, type NumberField } from "./number";
import { regionListKind, type RegionListField } from "./region-list";
import { secretKind, type SecretField } from "./secret";
import { snowflakeKind, type SnowflakeField } from "./snowflake";
import { stringListKind, type StringListField } from "./string-list";
import { textKind, type TextField } from "./text";
import { urlKind, type UrlField } from "./url";

export type Field =
  | TextField
  | UrlField
  | EmailField
  | NumberField
  | DurationField
  | BytesField
  | BooleanField
  | EnumField
  | SnowflakeField
  | BitfieldField
  | SecretField
  | StringListField
  | FeatureListField
  | RegionListField;

export type KindName = Field["kind"];
export type FieldOf<K extends KindName> = Extract<Field, { readonly kind: K }>;

export const kinds: { readonly [K in KindName]: Kind<FieldOf<K>> } = {
  text: textKind,
  url: urlKind,
  email: emailKind,
  number: numberKind,
  duration: durationKind,
  bytes: bytesKind,
  boolean: booleanKind,
  enum: enumKind,
  snowflake: snowflakeKind,
  bitfield: bitfieldKind,
  secret: secretKind,
  "string-list": stringListKind,
  "feature-list": featureListKind,
  "region-list": regionListKind,
};

export const kindOf = (field: Field): Kind<Field> => kinds[field.kind];

export type { ShownWhen } from "./kind";
export { bitfield } from "./bitfield";
export { boolean } from "./boolean";
export { bytes } from "./bytes";
export { duration } from "./duration";
export { email } from "./email";
export { choice, level } from "./enum";
export { featureList } from "./feature-list";
export { number } from "./number";
export { regionList } from "./region-list";
export { secret } from "./secret";
export { snowflake } from "./snowflake";
export { stringList, withRepeats } from "./string-list";
export { matching, text, trimmed } from "./text";
export { url } from "./url";
