"use client";

import { ChevronDown, Download, Search, X } from "lucide-react";
import { useRouter } from "next/navigation";
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useOptimistic,
  useState,
  useTransition,
} from "react";
import { Button } from "./button";
import { cn, control, controlHeight, controlText } from "./cn";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "./dropdown-menu";
import { Input, InputGroup, Label } from "./input";
import { Spinner } from "./loading";
import { useZone } from "./moment";
import { dateOf } from "./times";

/** How long to wait after the last keystroke before searching (ms). */
const restMs = 300;

/** Keeps a page's filter in its address. Shows the selected filter at once, while the matching rows still load. */
export function useFilter<Filter>(applied: Filter, addressOf: (filter: Filter) => string) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [filter, choose] = useOptimistic(applied);
  const apply = (next: Filter) =>
    startTransition(() => {
      choose(next);
      router.replace(addressOf(next), { scroll: false });
    });
  return { filter, apply, isPending };
}

interface FilterBarProps {
  label: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  children: ReactNode;
  isPending: boolean;
  /** Undefined if there is none. */
  onClear?: (() => void) | undefined;
  end?: ReactNode;
}

export function FilterBar(props: FilterBarProps) {
  const { label, placeholder, search, onSearch, children, isPending, onClear, end } = props;
  const [typed, setTyped] = useState(search);
  const [applied, setApplied] = useState(search);
  if (search !== applied) {
    setApplied(search);
    if (search !== typed.trim()) setTyped(search);
  }
  const apply = () => {
    if (typed.trim() !== search) onSearch(typed.trim());
  };
  const applyLater = useEffectEvent(apply);
  useEffect(() => {
    const timer = setTimeout(applyLater, restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <form
      role="search"
      aria-label={label}
      data-print="hidden"
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <InputGroup className="min-w-0 basis-80 max-sm:basis-full">
        {isPending ? (
          <Spinner className="ml-3 size-4 shrink-0" />
        ) : (
          <Search aria-hidden="true" className="ml-3 size-4 shrink-0 text-muted-foreground" />
        )}
        <Input
          aria-label="Search"
          type="search"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </InputGroup>
      {children}
      {onClear ? (
        <Button variant="ghost" onClick={onClear}>
          <X aria-hidden="true" />
          Clear filters
        </Button>
      ) : null}
      <span role="status" className="sr-only">
        {isPending ? "Loading" : ""}
      </span>
      <div className="ml-auto flex items-center gap-3">{end}</div>
    </form>
  );
}

interface FilterMenuProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The options. The option with an empty value turns the filter off, and says so: "Anyone". */
  children: ReactNode;
}

export function FilterMenu({ label, value, onChange, children }: FilterMenuProps) {
  return (
    <span className="relative inline-flex max-sm:flex-1">
      <select
        aria-label={label}
        title={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={cn(
          control,
          controlHeight,
          controlText,
          "max-w-56 appearance-none pr-8 [field-sizing:content] max-sm:w-full max-sm:max-w-none",
          value === "" ? "" : "border-accent bg-accent-soft text-accent-text",
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}

interface Period {
  since?: string | undefined;
  until?: string | undefined;
}

const hour = 3_600_000;
const spans = [
  { id: "1", words: "Last hour", hours: 1 },
  { id: "24", words: "Last 24 hours", hours: 24 },
  { id: "168", words: "Last 7 days", hours: 168 },
  { id: "720", words: "Last 30 days", hours: 720 },
] as const;

export function FilterTime({
  period,
  onChange,
}: {
  period: Period;
  onChange: (period: { since: string | undefined; until: string | undefined }) => void;
}) {
  const { since, until } = period;
  const [span, setSpan] = useState("");
  const isSet = since !== undefined || until !== undefined;
  const shown = isSet || span === "days" ? span || "days" : "";
  const choose = (id: string) => {
    setSpan(id);
    const chosen = spans.find((one) => one.id === id);
    if (chosen)
      onChange({ since: new Date(Date.now() - chosen.hours * hour).toISOString(), until: undefined });
    else if (id === "" && isSet) onChange({ since: undefined, until: undefined });
  };
  return (
    <>
      <FilterMenu label="Time" value={shown} onChange={choose}>
        <option value="">Any time</option>
        {spans.map(({ id, words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
        <option value="days">Between two days</option>
      </FilterMenu>
      {shown === "days" ? (
        <>
          <FilterDate label="From" at={since} onChange={(next) => onChange({ since: next, until })} />
          <FilterDate label="To" isEnd at={until} onChange={(next) => onChange({ since, until: next })} />
        </>
      ) : null}
    </>
  );
}

const halfDay = 12 * hour;

/**
 * Returns the start of a day in local time, as ISO 8601. Undefined for an empty box or an incomplete year.
 */
function startOf(date: string, daysLater: number): string | undefined {
  if (date < "2000") return undefined;
  const start = new Date(`${date}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

interface FilterDateProps {
  label: string;
  /** ISO 8601. The start of the selected day or, with `isEnd`, its end. */
  at: string | undefined;
  isEnd?: boolean;
  onChange: (at: string | undefined) => void;
}

function FilterDate({ label, at, isEnd = false, onChange }: FilterDateProps) {
  const id = useId();
  const within = at === undefined ? undefined : Date.parse(at) - (isEnd ? halfDay : 0);
  const zone = useZone();
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        type="date"
        value={within === undefined ? "" : dateOf(within, zone)}
        onChange={({ target }) => onChange(startOf(target.value, isEnd ? 1 : 0))}
      />
    </div>
  );
}

type ExportItem = { words: string; href: string } | { words: string; build: () => void };

export function ExportMenu({ items, isBusy }: { items: readonly ExportItem[]; isBusy?: boolean }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button busy={isBusy}>
          <Download aria-hidden="true" />
          Export
          <ChevronDown aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {items.map((item) =>
          "href" in item ? (
            <DropdownMenuItem key={item.words} asChild>
              <a href={item.href} download>
                {item.words}
              </a>
            </DropdownMenuItem>
          ) : (
            <DropdownMenuItem key={item.words} onSelect={item.build}>
              {item.words}
            </DropdownMenuItem>
          ),
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
