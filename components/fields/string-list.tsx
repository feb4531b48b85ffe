import { ListOrdered, TextCursorInput } from "lucide-react";
import { useState } from "react";
import type { ControlProps } from "@/components/form/control-props";
import { countOf } from "@/components/form/operations";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import type { StringListField } from "@/lib/config/field";
import { AddItem } from "./add-item";
import { itemsOf, splitItems } from "./list-items";
import { moved, Reorder, without } from "./reorder";

/** An ordered list of texts, item by item or as one text with a line each. */
export function StringListControl(props: ControlProps<StringListField>) {
  const { field, value, onChange, disabled, labelId } = props;
  const [isText, setText] = useState(false);
  const items = itemsOf(value);
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-2">
      {isText ? <AsText {...props} items={items} /> : <AsItems {...props} items={items} />}
      <div className="flex items-center justify-between gap-2 text-xs text-muted-foreground">
        <span>{items.length === 0 ? `No ${field.item}` : countOf(items.length, field.item)}</span>
        <div className="flex items-center gap-1">
          {items.length > 0 ? (
            <Button
              variant="ghost"
              size="xs"
              disabled={disabled}
              aria-label={`Remove all from ${field.path}`}
              onClick={() => onChange([])}
            >
              Remove all
            </Button>
          ) : null}
          <Button
            variant="ghost"
            size="xs"
            disabled={disabled}
            aria-pressed={isText}
            aria-label={isText ? `Edit ${field.path} as a list` : `Edit ${field.path} as text`}
            onClick={() => setText(!isText)}
          >
            {isText ? <ListOrdered aria-hidden="true" /> : <TextCursorInput aria-hidden="true" />}
            {isText ? "Edit as list" : "Edit as text"}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface ListProps extends ControlProps<StringListField> {
  items: string[];
}

function AsItems({ field, items, id, describedBy, invalid, disabled, onChange }: ListProps) {
  const [announcement, setAnnouncement] = useState("");
  const move = (from: number, to: number) => {
    onChange(moved(items, from, to));
    setAnnouncement(`${items[from] ?? ""} is now number ${to + 1} of ${items.length}`);
  };
  return (
    <>
      {items.length > 0 ? (
        <ol data-slot="reorder-list" className="max-h-72 divide-y overflow-y-auto rounded-lg border">
          {items.map((item, index) => (
            <li key={index} className="flex items-center justify-between gap-2 py-0.5 pr-1 pl-3">
              <span className="min-w-0 break-all">{item}</span>
              <Reorder
                name={item}
                index={index}
                count={items.length}
                disabled={disabled}
                onMove={(to) => move(index, to)}
                onRemove={() => onChange(without(items, index))}
              />
            </li>
          ))}
        </ol>
      ) : null}
      <AddItem
        id={id}
        name={field.item}
        describedBy={describedBy}
        invalid={invalid}
        disabled={disabled}
        placeholder={field.placeholder ?? `Add a ${field.item}, or paste many`}
        items={items}
        itemSchema={field.itemSchema}
        onChange={onChange}
      />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

function AsText({ items, id, describedBy, invalid, disabled, onChange, labelId }: ListProps) {
  const [text, setText] = useState(() => items.join("\n"));
  return (
    <Textarea
      id={id}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      disabled={disabled}
      spellCheck={false}
      rows={8}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(splitItems(event.target.value));
      }}
    />
  );
}
