import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";

/** Looks like a field and opens the search: an icon on small screens, with its shortcut on wide ones. */
export function SearchButton({ className, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-label="Search or run a command"
      aria-keyshortcuts="Control+K Meta+K"
      className={cn(
        "inline-flex size-9 shrink-0 items-center justify-center gap-2 rounded-lg text-muted-foreground transition-colors hover:bg-muted max-sm:size-11",
        "md:w-64 md:justify-start md:border md:border-input md:bg-surface md:px-3 md:hover:border-muted-foreground md:hover:bg-surface",
        className,
      )}
      {...props}
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span aria-hidden="true" className="max-md:hidden">
        Search or run a command
      </span>
      <Kbd aria-hidden="true" className="ml-auto max-md:hidden">
        Ctrl K
      </Kbd>
    </button>
  );
}
