import { Plus } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { notLoadedText } from "@/components/ui/keep-loading";
import { addItems, refusalText, splitItems } from "@/lib/shared/settings/kinds/items";
import type { FeatureListField } from "@/lib/shared/settings/kinds/feature-list";
import type { StringListField } from "@/lib/shared/settings/kinds/string-list";
import type { ControlProps } from "./control";

interface AddItemProps {
  control: ControlProps<StringListField | FeatureListField>;
  name: string;
  placeholder: string;
  items: readonly string[];
}

/** Enter adds the typed item. Pasting several lines adds one item per line. */
export function AddItem({ control, name, placeholder, items }: AddItemProps) {
  const { field, id, disabled, onChange } = control;
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState("");
  const refusalId = `${id}-refusal`;

  const add = async (typed: string) => {
    const parts = splitItems(typed);
    if (parts.length === 0) return;
    const schemas = await import("@/lib/shared/settings/zod").catch(() => null);
    if (schemas === null) return setRefusal(notLoadedText);
    const formOf = field.kind === "string-list" ? field.formOf : undefined;
    const added = addItems(items, parts, field.itemSchema(schemas.z), formOf);
    setText(added.refused.map((one) => one.item).join(" "));
    setRefusal(refusalText(added.refused));
    if (added.items.length > items.length) onChange(added.items);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void add(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    if (splitItems(pasted).length < 2) return;
    event.preventDefault();
    void add(`${text} ${pasted}`);
  };

  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        <Input
          id={id}
          value={text}
          placeholder={placeholder}
          disabled={disabled}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${refusalId} ${control.describedBy}`}
          aria-invalid={control.invalid || refusal !== "" || undefined}
          onChange={(event) => {
            setText(event.target.value);
            setRefusal("");
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <Button disabled={disabled} aria-label={`Add ${name}`} onClick={() => void add(text)}>
          <Plus aria-hidden="true" />
          Add
        </Button>
      </div>
      <p id={refusalId} aria-live="polite" className="text-sm text-danger-text empty:hidden">
        {refusal}
      </p>
    </div>
  );
}
