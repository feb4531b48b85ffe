import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export interface EmptyStateProps extends Omit<ComponentProps<"div">, "title"> {
  icon?: ReactNode;
  /** Names what is missing, such as "No applications yet". */
  title: ReactNode;
  /** A sentence about what the list will contain. */
  text?: ReactNode;
  /** The operator's next step. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action, className, ...props }: EmptyStateProps) {
  return (
    <div
      data-slot="empty-state"
      className={cn(
        "flex flex-col items-center gap-2 rounded-lg border border-dashed border-border-strong px-6 py-12 text-center",
        className,
      )}
      {...props}
    >
      {icon ? (
        <div aria-hidden="true" className="mb-1 text-muted-foreground [&_svg]:size-6">
          {icon}
        </div>
      ) : null}
      <p className="text-lg font-semibold">{title}</p>
      {text ? <p className="max-w-prose text-muted-foreground">{text}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
