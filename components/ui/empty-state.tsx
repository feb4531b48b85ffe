import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: ReactNode;
  /** Names what is missing, such as "No applications yet". */
  title: string;
  text: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-border-strong px-6 py-12 text-center">
      {icon ? (
        <div aria-hidden="true" className="mb-1 text-muted-foreground [&_svg]:size-6">
          {icon}
        </div>
      ) : null}
      <p className="text-lg font-semibold">{title}</p>
      <p className="max-w-prose text-muted-foreground">{text}</p>
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
