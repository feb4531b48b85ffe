import type { ComponentProps } from "react";
import { cn } from "./cn";

export interface TableProps extends ComponentProps<"table"> {
  /** Names the table and the box around it, which is focusable so that it can be scrolled with the keyboard. */
  label: string;
  /** The names of the columns, in order. */
  head: readonly (string | ColumnHead)[];
}

interface ColumnHead {
  name: string;
  /** Whether only screen readers read the name, for a column of buttons. */
  isHidden?: boolean;
  className?: string;
}

/*
 * Below 640 pixels, each row becomes a card: its cells are below one another, with their column's name if one is
 * given. The roles preserve it as a table for screen readers, which would otherwise depend on the display styles
 * of its parts.
 */

/** A table that scrolls sideways inside its own box if it is too wide, so that the page never does. */
export function Table({ className, label, head, children, ...props }: TableProps) {
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
        role="table"
        aria-label={label}
        className={cn("w-full text-left text-base max-sm:block", className)}
        {...props}
      >
        <thead role="rowgroup" className="border-b bg-muted/50 max-sm:sr-only">
          <tr>
            {head.map((column) => {
              const { name, ...rest } = typeof column === "string" ? { name: column } : column;
              return <Head key={name} name={name} {...rest} />;
            })}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody role="rowgroup" className={cn("divide-y max-sm:block", className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr role="row" className={cn("hover:bg-muted/40 max-sm:block max-sm:py-2.5", className)} {...props} />
  );
}

function Head({ name, className, isHidden }: ColumnHead) {
  return (
    <th
      scope="col"
      role="columnheader"
      className={cn("h-9 px-4 text-xs font-medium whitespace-nowrap text-muted-foreground", className)}
    >
      {isHidden ? <span className="sr-only">{name}</span> : name}
    </th>
  );
}

interface TableCellProps extends ComponentProps<"td"> {
  /** The column's name, shown in a card if the value alone would not be clear. */
  name?: string;
  /** Vertical alignment of a row's cells: middle, or top if one of them is long. */
  top?: boolean;
}

export function TableCell({ name, top, className, ...props }: TableCellProps) {
  return (
    <td
      role="cell"
      data-name={name}
      className={cn(
        "px-4 py-3 max-sm:block max-sm:py-0.5 max-sm:text-left max-sm:empty:hidden",
        name &&
          "max-sm:before:mr-2 max-sm:before:text-sm max-sm:before:text-muted-foreground max-sm:before:content-[attr(data-name)]",
        top ? "align-top" : "align-middle",
        className,
      )}
      {...props}
    />
  );
}
