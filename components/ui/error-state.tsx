import { ChevronRight, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface ErrorStateProps {
  /** A sentence about what happened, such as "The configuration file could not be written." */
  title: ReactNode;
  unchanged?: ReactNode;
  advice: ReactNode;
  actions?: ReactNode;
  /** Details for support, such as an id or the causes. They are collapsed. */
  details?: string;
}

/** Screen readers announce it immediately. */
export function ErrorState({ title, unchanged, advice, actions, details }: ErrorStateProps) {
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-danger/30 bg-surface p-4 sm:p-6">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger-text" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="text-lg font-semibold">{title}</p>
        {unchanged ? <p>{unchanged}</p> : null}
        <p className="text-muted-foreground">{advice}</p>
        {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
        {details ? <Details text={details} /> : null}
      </div>
    </div>
  );
}

function Details({ text }: { text: string }) {
  return (
    <details className="group mt-2">
      <summary className="inline-flex items-center gap-1 rounded-sm text-sm text-muted-foreground hover:text-foreground max-sm:min-h-11">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Details
      </summary>
      <pre className="mt-2 max-h-64 overflow-auto rounded-lg bg-muted p-3 text-xs whitespace-pre-wrap">
        {text}
      </pre>
    </details>
  );
}
