import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A border and focus ring around an `<Input>` with a unit (`<InputAffix>`) or small buttons. */
export function InputGroup({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="input-group" role="group" className={cn("control-group", className)} {...props} />;
}

/** Subdued text in an InputGroup. If the text matters, refer to it in the input's `aria-describedby`. */
export function InputAffix({ className, ...props }: ComponentProps<"span">) {
  return <span data-slot="input-affix" className={cn("input-affix", className)} {...props} />;
}
