import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

interface TableProps {
  /**
   * Accessible name of the table and of the box around it. The box is focusable, so that it can be scrolled
   * with the keyboard.
   */
  label: string;
  /** Column names. */
  head: readonly (string | ColumnHead)[];
  className?: string;
  children: ReactNode;
}

interface ColumnHead {
  name: string;
  isHidden?: boolean;
  className?: string;
}

/*
 * Below 640 pixels, each row is a card with one cell per line. The roles are explicit, because browsers no longer
 * expose a table to screen readers if CSS changes the display of its parts.
 */

/** A table that is too wide scrolls inside its own box, so that the page does not scroll sideways. */
export function Table({ className, label, head, children }: TableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative w-full overflow-x-auto rounded-lg border bg-surface"
    >
      <table
        role="table"
        aria-label={label}
        className={cn("w-full text-left text-base max-sm:block", className)}
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
  /** The column's name, which cards show before the value. Set it if the value alone is not clear. */
  name?: string;
  /** Aligns the cell with the top of its row, because another cell in the row may be taller. */
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
