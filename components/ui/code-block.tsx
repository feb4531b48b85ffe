import type { ComponentProps } from "react";
import { cn } from "./cn";
import { CopyButton } from "./copy-button";

export interface CodeBlockProps extends Omit<ComponentProps<"div">, "children"> {
  code: string;
  /** Name of the code in lower case, for the button "Copy <label>". */
  label: string;
}

export function CodeBlock({ code, label, className, ...props }: CodeBlockProps) {
  return (
    <div
      data-slot="code-block"
      className={cn("flex min-w-0 items-start gap-1 rounded-lg border bg-muted p-1", className)}
      {...props}
    >
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="min-w-0 flex-1 self-center overflow-x-auto rounded-md px-3 py-2 text-sm"
      >
        <code>{code}</code>
      </pre>
      <CopyButton value={code} label={`Copy ${label}`} variant="quiet" className="hover:bg-surface" />
    </div>
  );
}
