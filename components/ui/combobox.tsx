"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { useId, useState, type ComponentProps } from "react";
import { cn } from "./cn";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "./command";
import { control, controlHeight } from "./control";
import { Popover, PopoverContent, PopoverTrigger } from "./popover";

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line: an id, what it means. Searched too. */
  description?: string;
  disabled?: boolean;
}

export interface ComboboxProps extends Omit<ComponentProps<"button">, "value" | "onChange"> {
  options: readonly ComboboxOption[];
  value: string | null;
  onValueChange: (value: string) => void;
  placeholder?: string;
  searchPlaceholder?: string;
  /** Said when nothing matches. */
  emptyText?: string;
}

/** One of many, found by typing. Name it through a label (`id`) or `aria-label`. */
export function Combobox({
  options,
  value,
  onValueChange,
  placeholder = "Choose",
  searchPlaceholder = "Search",
  emptyText = "Nothing matches.",
  className,
  id,
  ...props
}: ComboboxProps) {
  const ownId = useId();
  const triggerId = id ?? ownId;
  const [open, setOpen] = useState(false);
  const selected = options.find((option) => option.value === value);

  function choose(option: ComboboxOption) {
    onValueChange(option.value);
    setOpen(false);
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button
          type="button"
          id={triggerId}
          data-slot="combobox"
          aria-haspopup="listbox"
          className={cn(
            control,
            controlHeight,
            "flex items-center justify-between gap-2 text-left",
            className,
          )}
          {...props}
        >
          <span className={cn("truncate", !selected && "text-muted-foreground")}>
            {selected?.label ?? placeholder}
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-labelledby={triggerId}
        className="w-(--radix-popover-trigger-width) min-w-64 p-0"
      >
        <Command label={searchPlaceholder} defaultValue={value ?? undefined}>
          <CommandInput placeholder={searchPlaceholder} />
          <CommandList>
            <CommandEmpty>{emptyText}</CommandEmpty>
            {options.map((option) => (
              <OptionItem
                key={option.value}
                option={option}
                selected={option === selected}
                onSelect={choose}
              />
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}

interface OptionItemProps {
  option: ComboboxOption;
  selected: boolean;
  onSelect: (option: ComboboxOption) => void;
}

function OptionItem({ option, selected, onSelect }: OptionItemProps) {
  return (
    <CommandItem
      value={option.value}
      keywords={[option.label, option.description ?? ""]}
      disabled={option.disabled}
      onSelect={() => onSelect(option)}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{option.label}</span>
        {option.description ? (
          <span className="block truncate text-xs text-muted-foreground">{option.description}</span>
        ) : null}
      </span>
      <Check aria-label="Chosen" className={cn(!selected && "invisible")} />
    </CommandItem>
  );
}
