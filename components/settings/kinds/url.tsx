import type { ControlProps } from "./control-props";
import type { UrlField } from "@/lib/shared/settings/kinds/url";
import { TypedInput } from "./typed-input";

/** The input type is not "url", because the browser would show its own messages and reject ws: and amqp: addresses. */
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
