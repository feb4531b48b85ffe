import { PencilLine } from "lucide-react";
import type { MouseEvent } from "react";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { editionOf } from "@/lib/shared/settings/editions";
import type { Place } from "@/lib/shared/settings/search";
import { type Found, valueText } from "./find";
import { Marked } from "./marked";
import { isCommand, keyOf } from "./places";
import { isSimple } from "./quick-edit";
import { reasonOf } from "./reason";

interface PlaceItemsProps {
  heading: string;
  places: readonly Found<Place>[];
  onSelect: (place: Place) => void;
}

export function PlaceItems({ heading, places, onSelect }: PlaceItemsProps) {
  if (places.length === 0) return null;
  return (
    <CommandGroup heading={heading}>
      {places.map(({ what, letters }) => (
        <CommandItem key={keyOf(what)} value={keyOf(what)} onSelect={() => onSelect(what)}>
          <span className="min-w-0 flex-1 truncate">
            <Marked text={what.title} letters={letters} />
          </span>
          {isCommand(what) ? (
            <span aria-hidden="true" className="text-xs text-muted-foreground">
              Command
            </span>
          ) : null}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

interface SettingItemProps {
  found: Found<Field>;
  document: ConfigSnapshot;
  isChanged: boolean;
  onSelect: () => void;
  /**
   * Shows the setting's control in the palette's footer. A click outside the value navigates to the setting instead.
   */
  onEdit: () => void;
}

export function SettingItem({ found, document, isChanged, onSelect, onEdit }: SettingItemProps) {
  const { what: field, letters } = found;
  const reason = reasonOf(field, document.spelling[field.path] ?? field.path, letters);
  const edit = (event: MouseEvent) => {
    event.stopPropagation();
    onEdit();
  };
  const value = isChanged ? "Unsaved" : valueText(document, field);
  return (
    <CommandItem value={field.path} onSelect={onSelect} className="items-stretch! justify-between py-0!">
      <span className="flex min-w-0 flex-1 flex-col py-1.5">
        <span className="truncate">
          <Marked text={field.label} letters={letters} />
          <span className="text-muted-foreground">
            {" · "}
            <Marked
              text={editionOf(document.naming).registry.sectionOf(field.path)?.title ?? ""}
              letters={letters}
            />
          </span>
        </span>
        <span className="truncate text-xs text-muted-foreground">
          {reason.isKey ? (
            <code>
              <Marked text={reason.text} letters={letters} />
            </code>
          ) : (
            <Marked text={reason.text} letters={letters} />
          )}
        </span>
      </span>
      {isSimple(field) ? (
        // Only for the pointer, because keyboard users reach the control in the footer with Tab.
        <span
          title="Edit here"
          onClick={edit}
          className="group/value ml-2 flex max-w-[40%] cursor-pointer items-center gap-1.5 pl-2 text-sm text-muted-foreground hover:text-foreground"
        >
          <span className="truncate">{value}</span>
          <PencilLine aria-hidden="true" className="size-3.5!" />
        </span>
      ) : (
        <span className="ml-2 max-w-[40%] self-center truncate pl-2 text-sm text-muted-foreground">
          {value}
        </span>
      )}
    </CommandItem>
  );
}
