import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { cn, softTone, type Tone } from "./cn";

const icons = {
  neutral: Info,
  accent: Info,
  warning: TriangleAlert,
  danger: CircleAlert,
  success: CircleCheck,
};

export interface CalloutProps extends Omit<ComponentProps<"div">, "title"> {
  tone?: Tone;
  title?: ReactNode;
  actions?: ReactNode;
}

/** A component that takes the props of a callout but looks different, such as a row of a list. */
export type CalloutFrame = ComponentType<CalloutProps>;

/**
 * A message within the page. Screen readers announce the message only with `role="alert"` or `role="status"`.
 * Set a role if the operator's action causes the message.
 */
export function Callout({ tone = "neutral", title, actions, className, children, ...props }: CalloutProps) {
  const Icon = icons[tone];
  return (
    <div className={cn("flex gap-3 rounded-lg border p-4", softTone[tone], className)} {...props}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className="text-base text-foreground">{children}</div> : null}
        {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}
