import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

export const without = <T,>(items: readonly T[], index: number): T[] => items.filter((_, at) => at !== index);

type Action = "up" | "down" | "remove";

/**
 * Puts the focus on a button of another element of the list. Elements are keyed by their place, so the element at the
 * new place is in the page already and shows the moved item as soon as the list renders.
 */
function focusIn(from: Element, index: number, action: Action): void {
  const list = from.closest("[data-slot=reorder-list]");
  list?.children[index]?.querySelector<HTMLElement>(`[data-action=${action}]`)?.focus();
}

interface ReorderProps {
  /** Names the item to screen readers. */
  name: string;
  index: number;
  count: number;
  disabled: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  className?: string;
}

/**
 * Up, down and remove, for one child of a `data-slot="reorder-list"` keyed by index. Alt with an arrow key moves too.
 * At either end a button says that it is not available but keeps the focus.
 */
export function Reorder({ name, index, count, disabled, onMove, onRemove, className }: ReorderProps) {
  const move = (from: Element, to: number, action: Action) => {
    if (disabled || to < 0 || to >= count) return;
    onMove(to);
    focusIn(from, to, action);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const action = (event.target as HTMLElement).dataset["action"] as Action | undefined;
    move(event.currentTarget, event.key === "ArrowUp" ? index - 1 : index + 1, action ?? "up");
  };
  const remove = (event: MouseEvent) => {
    const from = event.currentTarget;
    onRemove();
    if (index === count - 1) focusIn(from, index - 1, "remove");
  };

  return (
    <div className={cn("flex shrink-0 items-center", className)} onKeyDown={onKeyDown}>
      <Button
        variant="quiet"
        size="icon-sm"
        data-action="up"
        className={index === 0 ? "opacity-40" : undefined}
        aria-label={`Move ${name} up`}
        aria-disabled={index === 0}
        disabled={disabled}
        onClick={(event) => move(event.currentTarget, index - 1, "up")}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button
        variant="quiet"
        size="icon-sm"
        data-action="down"
        className={index === count - 1 ? "opacity-40" : undefined}
        aria-label={`Move ${name} down`}
        aria-disabled={index === count - 1}
        disabled={disabled}
        onClick={(event) => move(event.currentTarget, index + 1, "down")}
      >
        <ArrowDown aria-hidden="true" />
      </Button>
      <Button
        variant="quiet"
        size="icon-sm"
        data-action="remove"
        aria-label={`Remove ${name}`}
        disabled={disabled}
        onClick={remove}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
