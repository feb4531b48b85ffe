import { ListOrdered, TextCursorInput, Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { itemsOf, namedItems } from "@/lib/shared/settings/kinds/items";
import type { StringListField } from "@/lib/shared/settings/kinds/string-list";
import { isCounted, isLong } from "@/lib/shared/settings/long-lists";
import { LongListControl } from "./long-list";
import { type ControlProps, nativeProps, useTypedText } from "./control";
import { countOf } from "../store/words";
import { lazyComponent } from "@/components/ui/lazy-component";
import { AddItem } from "./add-item";
import { ReorderList } from "./reorder";

const AddList = lazyComponent(() => import("./add-list").then((part) => part.AddList));

/** An ordered list of strings. A long list is edited as text. */
export function StringListControl(props: ControlProps<StringListField>) {
  const isNowLong = isCounted(props.value) || isLong(props.value);
  // The editor stays while the operator shortens the list.
  const [wasLong, setWasLong] = useState(isNowLong);
  if (isNowLong && !wasLong) setWasLong(true);
  return wasLong || isNowLong ? <LongListControl {...props} /> : <ShortList {...props} />;
}

function ShortList(props: ControlProps<StringListField>) {
  const { field, value, onChange, disabled, labelId } = props;
  const [isText, setText] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const items = [...namedItems(itemsOf(value))];
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-2">
      {isAdding ? (
        <AddList item={field.item} items={items} onAdd={onChange} onClose={() => setAdding(false)} />
      ) : null}
      {isText ? <AsText {...props} /> : <AsItems {...props} items={items} />}
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted-foreground">
        <span>
          {items.length === 0 ? `No ${field.item}` : countOf(items.length, field.item)}
          {field.repeats ? <RepeatNote items={items} /> : null}
        </span>
        <div className="flex flex-wrap items-center gap-1">
          <Button
            variant="ghost"
            size="xs"
            disabled={disabled}
            aria-label={`Add from a file or address: ${field.label}`}
            onClick={() => setAdding(true)}
          >
            <Upload aria-hidden="true" />
            From a file or address…
          </Button>
          {items.length > 0 ? (
            <Button
              variant="ghost"
              size="xs"
              disabled={disabled}
              aria-label={`Remove all from ${field.label}`}
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
            aria-label={`${isText ? "Edit as list" : "Edit as text"}: ${field.label}`}
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

function AsItems({ items, ...props }: ListProps) {
  const { field, disabled, onChange } = props;
  return (
    <>
      <ReorderList
        items={items}
        nameOf={(item) => item || "empty text"}
        disabled={disabled}
        onChange={onChange}
        renderItem={(item) => (
          <span className="min-w-0 flex-1 break-all">
            {item || <span className="text-muted-foreground">Empty text</span>}
          </span>
        )}
        className="max-h-72 overflow-y-auto"
      />
      <AddItem
        control={props}
        name={field.item}
        placeholder={field.placeholder ?? `Add a ${field.item}, or paste many`}
        items={items}
      />
    </>
  );
}

function AsText(props: ControlProps<StringListField>) {
  const [text, setText] = useTypedText(props, (value) => [...namedItems(itemsOf(value))].join("\n"));
  return (
    <Textarea
      {...nativeProps(props)}
      aria-labelledby={props.labelId}
      spellCheck={false}
      rows={8}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/**
 * Lists the duplicate entries. The instance may have added them: if the list is shorter than the default
 * list, the instance appends default entries, and the list may already contain some of these.
 */
function RepeatNote({ items }: { items: readonly string[] }) {
  const again = [...new Set(items.filter((item, index) => items.indexOf(item) < index))];
  if (again.length === 0) return null;
  return `. Listed more than once: ${again.join(", ")}. The instance extends a short list with its own entries.`;
}
