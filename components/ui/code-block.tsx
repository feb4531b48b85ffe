import type { ComponentProps } from "react";
import { cn } from "./cn";
import { CopyButton } from "./copy-button";

export interface CodeBlockProps extends Omit<ComponentProps<"div">, "children"> {
  code: string;
  /** Names the block and what the button copies: "Copy <label>". Lower case. */
  label: string;
  /** Breaks long lines instead of scrolling: for a token. */
  wrap?: boolean;
}

export function CodeBlock({ code, label, wrap, className, ...props }: CodeBlockProps) {
  return (
    <div
      data-slot="code-block"
      className={cn("relative min-w-0 rounded-lg border bg-muted", className)}
      {...props}
    >
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className={cn(
          "overflow-x-auto rounded-lg p-3 pr-12 text-sm",
          wrap && "break-all whitespace-pre-wrap",
        )}
      >
        <code>{code}</code>
      </pre>
      <CopyButton
        value={code}
        label={`Copy ${label}`}
        className="absolute top-1 right-1 bg-muted text-muted-foreground"
      />
    </div>
  );
}
