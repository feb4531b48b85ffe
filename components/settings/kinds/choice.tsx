import { ChevronDown } from "lucide-react";
import type { ComponentProps, KeyboardEvent } from "react";
import { cn, control, controlHeight, controlText } from "@/components/ui/cn";
import { useLazyComponent } from "@/components/ui/lazy-component";
import type { Option } from "@/lib/shared/settings/kinds/kind";

const load = () => import("./enum-select").then((module) => module.EnumSelect);

interface ChoiceProps {
  native: ComponentProps<"button">;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** A select for a few options. The popup's code is loaded when the list is first opened. */
export function Choice({ native, value, options, onChange }: ChoiceProps) {
  const { part: List, want, trigger } = useLazyComponent(load);
  if (List) return <List native={native} value={value} options={options} onChange={onChange} />;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    want();
  };
  return (
    <button
      {...native}
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      className={cn(control, controlHeight, controlText, "flex items-center justify-between gap-2 text-left")}
      onKeyDown={onKeyDown}
      {...trigger}
    >
      <span className="truncate">{options.find((option) => option.value === value)?.label}</span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    </button>
  );
}
