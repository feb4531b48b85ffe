import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { itemsOf, itemTypeOf, listText, numberFault } from "./value-kind";

interface ListControlProps {
  path: string;
  origin: string;
  text: string;
  disabled: boolean;
  onEdit: (text: string, fault?: string) => void;
}

export function ListControl({ path, origin, text, disabled, onEdit }: ListControlProps) {
  const type = itemTypeOf(origin) ?? "string";
  // Stores the items as typed, because a number such as "1." is not valid JSON while the operator is typing.
  const [typed, setTyped] = useState(() => itemsOf(text));
  const items = listText(typed, type, origin) === text ? typed : itemsOf(text);
  const write = (next: readonly string[]) => {
    setTyped([...next]);
    const isSame = next.join("\0") === itemsOf(origin).join("\0");
    const fault = type === "number" ? next.map(numberFault).find((one) => one !== undefined) : undefined;
    onEdit(isSame ? origin : listText(next, type, origin), fault);
  };
  return (
    <div className="flex flex-col gap-2">
      {items.length === 0 ? null : (
        <ol aria-label={`Items of ${path}`} className="flex flex-col gap-1.5">
          {items.map((item, index) => (
            <li key={index} className="flex gap-1">
              <Input
                aria-label={`Item ${index + 1} of ${path}`}
                readOnly={disabled}
                spellCheck={false}
                autoComplete="off"
                inputMode={type === "number" ? "decimal" : undefined}
                value={item}
                onChange={({ target }) => write(items.map((old, at) => (at === index ? target.value : old)))}
              />
              <Button
                variant="quiet"
                size="icon"
                disabled={disabled}
                aria-label={`Remove item ${index + 1} of ${path}`}
                onClick={() => write(items.filter((_, at) => at !== index))}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          size="sm"
          disabled={disabled}
          aria-label={`Add item to ${path}`}
          onClick={() => write([...items, type === "number" ? "0" : ""])}
        >
          <Plus aria-hidden="true" />
          Add item
        </Button>
      </div>
    </div>
  );
}
