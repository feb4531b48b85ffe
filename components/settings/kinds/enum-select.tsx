import type { ComponentProps } from "react";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { Option } from "@/lib/shared/settings/kinds/kind";

export interface EnumSelectProps {
  native: ComponentProps<typeof SelectTrigger>;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** Rendered open, because this code is loaded only when the operator opens the list. */
export function EnumSelect({ native, value, options, onChange }: EnumSelectProps) {
  return (
    <Select value={value} onValueChange={onChange} defaultOpen disabled={native.disabled}>
      <SelectTrigger {...native}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value} description={option.help}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
