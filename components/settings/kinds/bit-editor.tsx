import { Search } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/text";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import {
  type BitGroup,
  hasBit,
  type NamedBit,
  searchBits,
  unnamedBits,
  withBit,
} from "@/lib/shared/chat/bits";

interface BitEditorProps {
  groups: readonly BitGroup[];
  value: bigint;
  onChange: (value: bigint) => void;
  searchLabel: string;
  mayChange?: (bit: number) => boolean;
  /** Badge text on bits that almost nobody should have. */
  dangerWord?: string;
  presets?: readonly { title: string; set: bigint }[];
  mayChoose?: (set: bigint) => boolean;
  children?: ReactNode;
  wide?: boolean;
}

/** Bits without a name are listed and stay set. */
export function BitEditor(props: BitEditorProps) {
  const {
    groups,
    value,
    onChange,
    searchLabel,
    presets,
    mayChange = () => true,
    mayChoose = () => true,
  } = props;
  const [query, setQuery] = useState("");
  const shownGroups = searchBits(groups, query);
  const unnamed = unnamedBits(value, groups);
  return (
    <div className="flex flex-col gap-5">
      {presets ? (
        <div role="group" aria-label="Presets" className="flex flex-wrap gap-2">
          {presets.map(({ title, set }) => (
            <Button
              key={title}
              size="sm"
              aria-pressed={value === set}
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
              disabled={!mayChoose(set)}
              onClick={() => onChange(set)}
            >
              {title}
            </Button>
          ))}
        </div>
      ) : null}
      {props.children}
      <div className="relative">
        <Search
          aria-hidden="true"
          className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          className="pl-9"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          // Enter in the search box must not submit the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </div>
      {shownGroups.map((group) => (
        <fieldset key={group.title} className="flex flex-col gap-1">
          <legend className="mb-1 flex w-full items-center gap-2 border-b pb-1 font-medium">
            {group.title}
            <span className="text-xs font-normal text-muted-foreground tabular-nums">
              {group.bits.filter((one) => hasBit(value, one.bit)).length} of {group.bits.length}
            </span>
          </legend>
          <div className={props.wide ? "grid gap-x-6 md:grid-cols-2" : "flex flex-col gap-1"}>
            {group.bits.map((one) => (
              <BitBox
                key={one.bit}
                bit={one}
                checked={hasBit(value, one.bit)}
                disabled={!mayChange(one.bit)}
                dangerWord={props.dangerWord ?? "Dangerous"}
                onChange={(on) => onChange(withBit(value, one.bit, on))}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {shownGroups.length === 0 ? <p className="text-muted-foreground">No results for “{query}”.</p> : null}
      {unnamed.length > 0 ? (
        <p className="text-sm text-muted-foreground">
          Unnamed bits, which do not change: {unnamed.join(", ")}.
        </p>
      ) : null}
    </div>
  );
}

interface BitBoxProps {
  bit: NamedBit;
  checked: boolean;
  disabled: boolean;
  dangerWord: string;
  onChange: (on: boolean) => void;
}

function BitBox({ bit, checked, disabled, dangerWord, onChange }: BitBoxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3 py-1 max-sm:min-h-11">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onCheckedChange={(on) => onChange(on === true)}
      />
      <div className={cn("min-w-0", disabled && "text-muted-foreground")}>
        <span className="flex flex-wrap items-center gap-2">
          <label htmlFor={id}>{bit.label}</label>
          {bit.dangerous ? <Badge tone="warning">{dangerWord}</Badge> : null}
        </span>
        <p id={`${id}-help`} className="text-sm text-muted-foreground">
          {bit.help}{" "}
          <code className="inline-block text-xs">
            <Breakable text={bit.name} after="_" />
          </code>
        </p>
      </div>
    </div>
  );
}
