import dynamic from "next/dynamic";
import type { ControlProps } from "@/components/form/control-props";
import { BooleanControl } from "./boolean";
import { BytesControl } from "./bytes";
import { DurationControl } from "./duration";
import { EnumControl } from "./enum";
import { NumberControl } from "./number";
import { SecretControl } from "./secret";
import { SnowflakeControl } from "./snowflake";
import { EmailControl, TextControl, UrlControl } from "./text";

/*
 * Four large controls that few sections have: a page loads them where one of its settings needs them. The page is not
 * shown before they are there, so they must not stand where a choice in the page makes a setting appear (`shownWhen`).
 */
const BitfieldControl = dynamic(() => import("./bitfield").then((part) => part.BitfieldControl));
const FeatureListControl = dynamic(() => import("./feature-list").then((part) => part.FeatureListControl));
const RegionListControl = dynamic(() => import("./region-list").then((part) => part.RegionListControl));
const StringListControl = dynamic(() => import("./string-list").then((part) => part.StringListControl));

/** The control of a setting: one per kind, all of them here, so that a new kind without a control does not compile. */
export function FieldControl({ field, ...props }: ControlProps) {
  switch (field.kind) {
    case "text":
      return <TextControl {...props} field={field} />;
    case "url":
      return <UrlControl {...props} field={field} />;
    case "email":
      return <EmailControl {...props} field={field} />;
    case "number":
      return <NumberControl {...props} field={field} />;
    case "duration":
      return <DurationControl {...props} field={field} />;
    case "bytes":
      return <BytesControl {...props} field={field} />;
    case "boolean":
      return <BooleanControl {...props} field={field} />;
    case "enum":
      return <EnumControl {...props} field={field} />;
    case "snowflake":
      return <SnowflakeControl {...props} field={field} />;
    case "bitfield":
      return <BitfieldControl {...props} field={field} />;
    case "secret":
      return <SecretControl {...props} field={field} />;
    case "string-list":
      return <StringListControl {...props} field={field} />;
    case "feature-list":
      return <FeatureListControl {...props} field={field} />;
    case "region-list":
      return <RegionListControl {...props} field={field} />;
    default: {
      const unknown: never = field;
      throw new Error(`No control for ${JSON.stringify(unknown)}`);
    }
  }
}
