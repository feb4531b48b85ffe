import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";

/** Looks like a field and opens the search: an icon where the bar is narrow, with its shortcut where it is wide. */
export function SearchButton({ className, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      className={cn(
        "inline-flex size-9 shrink-0 items-center justify-center gap-2 rounded-lg whitespace-nowrap text-muted-foreground transition-colors hover:bg-muted max-sm:size-11",
        "@4xl/bar:w-68 @4xl/bar:justify-start @4xl/bar:border @4xl/bar:border-input @4xl/bar:bg-surface @4xl/bar:px-3 @4xl/bar:hover:border-muted-foreground @4xl/bar:hover:bg-surface",
        className,
      )}
      {...props}
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="@max-4xl/bar:sr-only">Search or run a command</span>
      <Kbd aria-hidden="true" className="ml-auto @max-4xl/bar:hidden">
        Ctrl K
      </Kbd>
    </button>
  );
}
