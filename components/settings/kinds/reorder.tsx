import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";

export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

export const without = <T,>(items: readonly T[], index: number): T[] => items.filter((_, at) => at !== index);

type Action = "up" | "down" | "remove" | "move-to";

const moves = [
  { action: "up", step: -1, Icon: ArrowUp },
  { action: "down", step: 1, Icon: ArrowDown },
] as const;

interface Focus {
  readonly action: Action;
  /** The first of these that is shown gets the focus. If none is, the filter gets it. */
  readonly indexes: readonly number[];
}

interface ReorderListProps<T> {
  items: readonly T[];
  nameOf: (item: T) => string;
  /** The text that the filter searches. By default, the name. */
  textOf?: (item: T) => string;
  disabled: boolean;
  onChange: (items: T[]) => void;
  renderItem: (item: T) => ReactNode;
  renderActions?: (item: T, index: number) => ReactNode;
  className?: string;
}

/** From this many items on, the list has a filter and shows only the first items. */
const manyItems = 20;

/**
 * A list whose items can be moved and removed, with buttons, the keyboard or the pointer. Screen readers
 * announce each change.
 */
export function ReorderList<T>({
  items,
  nameOf,
  textOf = nameOf,
  disabled,
  onChange,
  ...props
}: ReorderListProps<T>) {
  const [announcement, setAnnouncement] = useState("");
  const [query, setQuery] = useState("");
  const [isAll, setAll] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const nextFocus = useRef<Focus | null>(null);
  // The row of the moved item may be shown only after the change.
  useEffect(() => {
    const focus = nextFocus.current;
    if (focus === null) return;
    nextFocus.current = null;
    const buttonAt = (index: number) =>
      list.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-action=${focus.action}]`);
    const [button] = focus.indexes.flatMap((index) => buttonAt(index) ?? []);
    (button ?? filter.current)?.focus();
  });
  const move = (item: T, from: number, to: number, action?: Action) => {
    if (action) nextFocus.current = { action, indexes: [to, from] };
    if (action !== "move-to" && to >= manyItems) setAll(true);
    onChange(moved(items, from, to));
    setAnnouncement(`${nameOf(item)} is now number ${to + 1} of ${items.length}`);
  };
  const isLong = items.length > manyItems;
  const search = isLong ? query.trim().toLowerCase() : "";
  const matching = items
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => textOf(item).toLowerCase().includes(search));
  const shown = isLong && !isAll ? matching.slice(0, manyItems) : matching;
  const drop = (to: number) => {
    const item = dragged === null ? undefined : items[dragged];
    if (dragged !== null && item !== undefined && dragged !== to) move(item, dragged, to);
    setDragged(null);
  };
  return (
    <>
      {isLong ? (
        <Input
          ref={filter}
          type="search"
          value={query}
          aria-label={`Filter ${items.length} items`}
          placeholder={`Filter ${items.length} items`}
          autoComplete="off"
          onChange={(event) => setQuery(event.target.value)}
        />
      ) : null}
      {shown.length > 0 ? (
        <ol ref={list} data-slot="reorder-list" className={cn("divide-y rounded-lg border", props.className)}>
          {shown.map(({ item, index }) => (
            <li
              key={index}
              data-index={index}
              draggable={!disabled}
              className={cn(
                "flex flex-wrap items-center justify-between gap-x-2 py-0.5 pr-1 pl-3",
                dragged === index && "opacity-50",
              )}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                setDragged(index);
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                drop(index);
              }}
            >
              {props.renderItem(item)}
              <div className="flex items-center">
                {props.renderActions?.(item, index)}
                {isLong ? (
                  <MoveTo
                    name={nameOf(item)}
                    index={index}
                    count={items.length}
                    disabled={disabled}
                    onMove={(to) => move(item, index, to, "move-to")}
                  />
                ) : null}
                <Reorder
                  name={nameOf(item)}
                  index={index}
                  count={items.length}
                  disabled={disabled}
                  onMove={(to, action) => move(item, index, to, action)}
                  onRemove={() => {
                    nextFocus.current = { action: "remove", indexes: [index, index - 1] };
                    onChange(without(items, index));
                  }}
                />
              </div>
            </li>
          ))}
        </ol>
      ) : search === "" ? null : (
        <p className="text-sm text-muted-foreground">No item matches. Change the filter.</p>
      )}
      {isLong && shown.length < matching.length ? (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          Show {matching.length - shown.length} more
        </Button>
      ) : null}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

interface MoveToProps {
  name: string;
  index: number;
  count: number;
  disabled: boolean;
  onMove: (to: number) => void;
}

function MoveTo({ name, index, count, disabled, onMove }: MoveToProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isReturning, setReturning] = useState(false);
  const close = () => {
    setReturning(true);
    setTyped(null);
  };
  if (typed === null)
    return (
      <Button
        data-action="move-to"
        autoFocus={isReturning}
        variant="quiet"
        size="xs"
        disabled={disabled}
        aria-label={`Move ${name} to another position`}
        onClick={() => setTyped(String(index + 1))}
      >
        Move to…
      </Button>
    );
  const to = Number(typed) - 1;
  const isPlace = Number.isInteger(to) && to >= 0 && to < count;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs">
      <Input
        autoFocus
        inputMode="numeric"
        className="h-7! w-14 max-sm:h-11!"
        value={typed}
        aria-label={`Position of ${name}, from 1 to ${count}. Enter moves it.`}
        aria-invalid={!isPlace || undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          setReturning(false);
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (!isPlace) return;
          close();
          if (to !== index) onMove(to);
        }}
      />
      <span className={isPlace ? "text-muted-foreground" : "text-danger-text"}>
        {isPlace ? `of ${count}` : `1 to ${count}`}
      </span>
    </span>
  );
}

interface ReorderProps {
  name: string;
  index: number;
  count: number;
  disabled: boolean;
  onMove: (to: number, action: Action) => void;
  onRemove: () => void;
}

/**
 * Alt with an arrow key moves the item, too. The first item's "up" and the last item's "down" have
 * `aria-disabled`, because a button with `disabled` would lose the focus.
 */
function Reorder({ name, index, count, disabled, onMove, onRemove }: ReorderProps) {
  const move = (to: number, action: Action) => {
    if (!disabled && to >= 0 && to < count) onMove(to, action);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const action = (event.target as HTMLElement).dataset["action"] as Action | undefined;
    move(event.key === "ArrowUp" ? index - 1 : index + 1, action ?? "up");
  };

  return (
    <div className="flex shrink-0 items-center" onKeyDown={onKeyDown}>
      {moves.map(({ action, step, Icon }) => {
        const to = index + step;
        const isAtEnd = to < 0 || to >= count;
        return (
          <Button
            key={action}
            variant="quiet"
            size="icon-sm"
            data-action={action}
            className={isAtEnd ? "opacity-40" : undefined}
            aria-label={`Move ${name} ${action}`}
            aria-disabled={isAtEnd}
            disabled={disabled}
            onClick={() => move(to, action)}
          >
            <Icon aria-hidden="true" />
          </Button>
        );
      })}
      <Button
        variant="quiet"
        size="icon-sm"
        data-action="remove"
        aria-label={`Remove ${name}`}
        disabled={disabled}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
