import type { ControlProps } from "./control-props";
import type { EmailField } from "@/lib/shared/settings/kinds/email";
import { TypedInput } from "./typed-input";

export function EmailControl(props: ControlProps<EmailField>) {
  return <TypedInput control={props} inputMode="email" placeholder="name@example.org" />;
}
