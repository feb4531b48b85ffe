import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/loading";
import { isCounted } from "@/lib/shared/settings/long-lists";
import { itemsOf } from "@/lib/shared/settings/kinds/items";
import type { StringListField } from "@/lib/shared/settings/kinds/string-list";
import { listQuery } from "../queries/config";
import { useConfigStore } from "../store/config-form";
import { isSecretEntry } from "../store/entry";
import { countOf } from "../store/words";
import type { ControlProps } from "./control";

const loading = <Skeleton className="h-96" />;
const OpenList = lazyComponent(() => import("./open-list").then((part) => part.OpenList), loading);

/** The page contains only the number of entries until the operator opens the list. */
export function LongListControl(props: ControlProps<StringListField>) {
  const { field, value, id, labelId, describedBy } = props;
  const saved = useConfigStore().savedAt(field.path);
  const savedValue = isSecretEntry(saved) ? null : saved.value;
  // The browser already has an unsaved list.
  const [isOpen, setOpen] = useState(!isCounted(value));
  const query = useQuery({
    ...listQuery(field.path, isCounted(savedValue) ? savedValue.digest : ""),
    enabled: isOpen && isCounted(savedValue),
  });
  const savedItems = isCounted(savedValue) ? query.data : itemsOf(savedValue);
  const items = isCounted(value) ? savedItems : itemsOf(value);

  if (!isOpen)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <span>{isCounted(value) ? countOf(value.counted, field.item) : null}</span>
        <Button
          id={id}
          aria-labelledby={`${labelId} ${id}`}
          aria-describedby={describedBy}
          onClick={() => setOpen(true)}
        >
          Open the list
        </Button>
      </div>
    );
  if (query.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger-text">
        {query.error.message}
        <Button size="sm" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </p>
    );
  if (items === undefined || savedItems === undefined) return loading;
  return <OpenList {...props} savedValue={savedValue} savedItems={savedItems} items={items} />;
}
