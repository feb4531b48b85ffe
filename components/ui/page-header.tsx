import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** A key or an id, shown in monospace below the title. */
  mono?: string;
  /** A quiet mark next to the title. */
  mark?: ReactNode;
  actions?: ReactNode;
  picture?: ReactNode;
}

export function PageHeader({ title, description, mono, mark, actions, picture }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      {/* Narrows instead of moving the actions below it, also while the font loads. */}
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-4">
        {picture}
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 className="text-xl font-semibold tracking-tight text-balance sm:text-2xl">{title}</h1>
            {mark}
          </div>
          {description ? <p className="max-w-prose text-muted-foreground">{description}</p> : null}
          {mono ? <code className="mt-1 text-xs break-all text-muted-foreground">{mono}</code> : null}
        </div>
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}
