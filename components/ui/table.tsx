import type { ComponentProps } from "react";
import { cn } from "./cn";

export interface TableProps extends ComponentProps<"table"> {
  /** Names the table and the box around it, which is focusable so that it can be scrolled with the keyboard. */
  label: string;
}

/** A table that scrolls sideways inside its own box; the page never does. */
export function Table({ className, label, ...props }: TableProps) {
  return (
    <div
      data-slot="table-container"
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative w-full overflow-x-auto rounded-lg border bg-surface"
    >
      <table
        data-slot="table"
        aria-label={label}
        className={cn("w-full text-left text-base", className)}
        {...props}
      />
    </div>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cn("border-b bg-muted/50", className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody className={cn("divide-y", className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("hover:bg-muted/40", className)} {...props} />;
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("h-9 px-4 text-xs font-medium whitespace-nowrap text-muted-foreground", className)}
      {...props}
    />
  );
}

/** Vertical alignment of a row's cells: middle, or top where one of them is long. */
export function TableCell({ top, className, ...props }: ComponentProps<"td"> & { top?: boolean }) {
  return <td className={cn("px-4 py-3", top ? "align-top" : "align-middle", className)} {...props} />;
}
