import type { ControlProps } from "./control-props";
import type { UrlField } from "@/lib/shared/settings/kinds/url";
import { TypedInput } from "./typed-input";

/** Not type="url", because the browser's validation shows its own messages and does not know ws: or amqp:. */
export function UrlControl(props: ControlProps<UrlField>) {
  const { placeholder, protocols } = props.field;
  return (
    <TypedInput
      control={props}
      inputMode="url"
      placeholder={placeholder ?? `${protocols[0] ?? "https"}://`}
    />
  );
}
