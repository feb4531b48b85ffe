import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

interface CardProps extends Omit<ComponentProps<"section">, "title"> {
  title?: ReactNode;
  description?: ReactNode;
  /** Shown at the end of the title's row. */
  action?: ReactNode;
}

export function Card({ title, description, action, className, children, ...props }: CardProps) {
  return (
    <section
      data-slot="card"
      className={cn("min-w-0 rounded-lg border bg-surface text-foreground", className)}
      {...props}
    >
      {title ? (
        <CardHeader row={action !== undefined}>
          <div className={cn("flex flex-col gap-1", description && "min-w-0 flex-1 max-sm:basis-full")}>
            <CardTitle className="flex items-center gap-2">{title}</CardTitle>
            {description ? <CardDescription>{description}</CardDescription> : null}
          </div>
          {action}
        </CardHeader>
      ) : null}
      {children}
    </section>
  );
}

export function CardHeader({ row, children }: { row?: boolean; children: ReactNode }) {
  return (
    <header
      className={cn(
        "flex border-b px-4 py-3 sm:px-6 sm:py-4",
        row ? "flex-wrap items-center justify-between gap-2" : "flex-col gap-1",
      )}
    >
      {children}
    </header>
  );
}

export function CardTitle({ className, ...props }: ComponentProps<"h2">) {
  return <h2 className={cn("text-lg font-semibold", className)} {...props} />;
}

export function CardDescription({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted-foreground">{children}</p>;
}

const insets = { tight: "py-1", normal: "py-4", loose: "py-6" } as const;

interface CardContentProps extends ComponentProps<"div"> {
  /**
   * Vertical padding. Use `tight` around a list, because its rows have padding, and `loose` if the card contains only a
   * form.
   */
  inset?: keyof typeof insets;
}

export function CardContent({ inset = "normal", className, ...props }: CardContentProps) {
  return <div className={cn("px-4 sm:px-6", insets[inset], className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<"footer">) {
  return (
    <footer
      className={cn("flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3 sm:px-6", className)}
      {...props}
    />
  );
}
