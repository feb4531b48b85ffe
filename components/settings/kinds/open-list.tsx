import { ArrowDown, ArrowUp, Search, Upload } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { sameJson } from "@/lib/shared/json/value";
import { summarize } from "@/lib/shared/settings/list-changes";
import { type ListText, readListText } from "@/lib/shared/settings/kinds/list-text";
import type { StringListField } from "@/lib/shared/settings/kinds/string-list";
import { z } from "@/lib/shared/settings/zod";
import { Counts } from "../review/list-summary";
import { countOf } from "../store/words";
import { AddList } from "./add-list";
import type { ControlProps } from "./control";
import { ListEditor, type ListEditorHandle } from "./list-editor";

export interface OpenListProps extends ControlProps<StringListField> {
  savedValue: unknown;
  savedItems: readonly string[];
  items: readonly string[];
}

/** The editor of a long list with its counts and tools. Loaded on demand, with the checks of its entries. */
export function OpenList({ savedValue, savedItems, items, ...props }: OpenListProps) {
  const { field, value, onChange, disabled, id, labelId, describedBy } = props;
  const editor = useRef<ListEditorHandle>(null);
  const [text, setText] = useState<ListText | null>(null);
  const [editorValue, setEditorValue] = useState<unknown>(value);
  const [round, setRound] = useState(0);
  const [isAdding, setAdding] = useState(false);
  // Something else has changed the value, such as "Undo edit" or a fix, so the editor starts again.
  if (!sameJson(editorValue, value)) {
    setEditorValue(value);
    setRound(round + 1);
    setText(null);
  }
  const saved = useMemo(() => new Set(savedItems), [savedItems]);
  const refusalOf = useMemo(() => {
    const schema = field.itemSchema(z);
    return (item: string) => schema.safeParse(item).error?.issues[0]?.message;
  }, [field]);
  const read = (lines: Iterable<string>) => readListText(lines, refusalOf);
  const change = (next: ListText) => {
    const isSame =
      next.items.length === savedItems.length &&
      next.items.every((item, index) => item === savedItems[index]);
    const nextValue = isSame ? savedValue : next.items;
    setText(next);
    setEditorValue(nextValue);
    onChange(nextValue);
  };
  const counts = useMemo(() => summarize(savedItems, items, 0).counts, [savedItems, items]);
  const invalid = text?.marks.filter(({ kind }) => kind === "invalid").length ?? 0;
  const duplicates = (text?.marks.length ?? 0) - invalid;
  const put = (next: readonly string[]) => editor.current?.replace(next);
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => editor.current?.find()}>
          <Search aria-hidden="true" />
          Find
        </Button>
        <Button size="sm" disabled={disabled} onClick={() => setAdding(true)}>
          <Upload aria-hidden="true" />
          Add from a file or address…
        </Button>
        <Button
          size="sm"
          disabled={disabled}
          onClick={() => put(items.toSorted((a, b) => a.localeCompare(b)))}
        >
          Sort
        </Button>
      </div>
      {isAdding ? (
        <AddList item={field.item} items={items} onAdd={put} onClose={() => setAdding(false)} />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm" aria-live="polite">
        <strong className="font-semibold">{countOf(items.length, field.item)}</strong>
        <Counts counts={counts} after=" since the last save" />
        <span className="grow" />
        {invalid > 0 ? <Badge tone="danger">{countOf(invalid, "invalid line")}</Badge> : null}
        {duplicates > 0 ? <Badge tone="warning">{countOf(duplicates, "duplicate")}</Badge> : null}
        {invalid + duplicates > 0 ? (
          <span className="inline-flex">
            <Button
              variant="quiet"
              size="icon-sm"
              aria-label="Previous mark"
              onClick={() => editor.current?.step(-1)}
            >
              <ArrowUp aria-hidden="true" />
            </Button>
            <Button
              variant="quiet"
              size="icon-sm"
              aria-label="Next mark"
              onClick={() => editor.current?.step(1)}
            >
              <ArrowDown aria-hidden="true" />
            </Button>
          </span>
        ) : null}
      </div>
      <ListEditor
        key={round}
        ref={editor}
        items={items}
        id={id}
        label={`${field.label}, one ${field.item} per line`}
        describedBy={describedBy}
        readOnly={disabled}
        isSaved={(item) => saved.has(item)}
        read={read}
        onChange={change}
      />
      <p className="text-xs text-muted-foreground">
        One {field.item} per line. Saving removes duplicates and blank lines.
        {invalid > 0 ? " Fix the invalid lines first." : ""}
      </p>
      {invalid + duplicates > 0 && !disabled ? (
        <div className="flex flex-wrap gap-2">
          {invalid > 0 ? (
            <Button size="sm" onClick={() => put(items.filter((item) => refusalOf(item) === undefined))}>
              Remove {countOf(invalid, "invalid line")}
            </Button>
          ) : null}
          {duplicates > 0 ? (
            <Button size="sm" onClick={() => put(items)}>
              Remove {countOf(duplicates, "duplicate")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
