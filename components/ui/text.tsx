import { type ComponentProps, Fragment } from "react";
import { cn } from "./cn";

export function VisuallyHidden(props: ComponentProps<"span">) {
  return <span className="sr-only" {...props} />;
}

interface BreakableProps {
  text: string;
  /** The only character after which the text may wrap. */
  after: "." | "_";
}

/** A name that wraps between its words, but not inside a word. */
export function Breakable({ text, after }: BreakableProps) {
  return text.split(after).map((word, index) => (
    <Fragment key={index}>
      {index > 0 ? (
        <>
          {after}
          <wbr />
        </>
      ) : null}
      {word}
    </Fragment>
  ));
}

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border-strong bg-muted px-1 font-sans text-xs text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}
