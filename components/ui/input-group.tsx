import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * A control with an addition at its edges: a unit after a number, a button after a secret. The group draws the
 * border and the focus ring; put an `<Input>` and any number of `<InputAffix>` or small buttons inside.
 */
export function InputGroup({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="input-group" role="group" className={cn("control-group", className)} {...props} />;
}

/** Subdued text inside an InputGroup. If it is important, reference it in the control's `aria-describedby`. */
export function InputAffix({ className, ...props }: ComponentProps<"span">) {
  return <span data-slot="input-affix" className={cn("input-affix", className)} {...props} />;
}
