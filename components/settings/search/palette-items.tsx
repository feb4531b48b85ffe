import { PencilLine } from "lucide-react";
import type { MouseEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import type { Place } from "@/lib/shared/settings/search";
import { call } from "@/components/shell/queries/call";
import type { FoundObject } from "@/lib/shared/contract/search";
import { type Found, valueText } from "./find";
import { FoundText, Marked } from "./marked";
import { isCommand, keyOf } from "./places";
import { isSimple } from "./quick-edit";

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
  result: Found<Field>;
  document: ConfigSnapshot;
  isChanged: boolean;
  onSelect: () => void;
  /**
   * Called when the operator clicks the value. Shows the setting's control in the palette's footer. A click
   * elsewhere on the item calls `onSelect`, which navigates to the setting.
   */
  onEdit: () => void;
}

export function SettingItem({ result, document, isChanged, onSelect, onEdit }: SettingItemProps) {
  const { what: field, letters } = result;
  const edit = (event: MouseEvent) => {
    event.stopPropagation();
    onEdit();
  };
  const value = isChanged ? "Unsaved" : valueText(document, field);
  return (
    <CommandItem value={field.path} onSelect={onSelect} className="items-stretch! justify-between py-0!">
      <span className="flex min-w-0 flex-1 py-1.5">
        <FoundText field={field} letters={letters} document={document} isBrief />
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

/** How long to wait after the last keystroke before sending the request (ms). */
const restMs = 80;

/**
 * Returns the bots, guilds, users, operators, versions and audit entries that the server finds. Empty until
 * the server has responded.
 */
export function useFoundObjects(query: string): { objects: readonly FoundObject[]; isSearching: boolean } {
  const { data = [], isFetching } = useQuery({
    queryKey: ["search", query],
    enabled: query.length > 1,
    retry: false,
    staleTime: 10_000,
    async queryFn({ signal }) {
      await new Promise((resolve) => setTimeout(resolve, restMs));
      signal.throwIfAborted();
      return call("GET /search", { query: { q: query.slice(0, 100) }, signal });
    },
  });
  return { objects: data, isSearching: isFetching };
}

/**
 * Whether the object is listed above settings. This applies in two cases:
 * - The object's name, id or version number equals the query.
 * - Each word of the query is the beginning of a word in the object's name. In addition, the query has
 *   several words or matches settings only by their values.
 */
export const isCalled = ({ exactness }: FoundObject, query: string, isOnlyInValues: boolean): boolean =>
  exactness === 3 || (exactness === 2 && (isOnlyInValues || /\S\s+\S/.test(query)));

/**
 * Returns a unique value for each item of the palette. It contains a space, so it never equals a setting's
 * path.
 */
export const keyOfObject = ({ kind, id }: FoundObject): string => `${kind} ${id}`;

const kinds: Record<FoundObject["kind"], { word: string; href: (id: string) => string }> = {
  bot: { word: "Bot", href: (id) => `/applications/${id}` },
  guild: { word: "Guild", href: (id) => `/guilds/${id}` },
  user: { word: "User", href: (id) => `/users/${id}` },
  operator: { word: "Operator", href: () => "/operators" },
  version: { word: "Version", href: (id) => `/settings/history/${id}` },
  // Links to the page of the audit log that starts with the found entry.
  audit: { word: "Audit entry", href: (id) => `/audit?before=${Number(id) + 1}` },
};

interface ObjectItemsProps {
  objects: readonly FoundObject[];
  query: string;
  onSelect: (href: string) => void;
}

export function ObjectItems({ objects, query, onSelect }: ObjectItemsProps) {
  if (objects.length === 0) return null;
  const letters = query.toLowerCase().split(/\s+/);
  return (
    <CommandGroup heading="Bots, guilds, people and records">
      {objects.map((object) => {
        const { kind, id, title, detail } = object;
        return (
          <CommandItem
            key={keyOfObject(object)}
            value={keyOfObject(object)}
            onSelect={() => onSelect(kinds[kind].href(id))}
          >
            <span className="min-w-0 flex-1 truncate">
              <Marked text={title} letters={letters} />
              {detail === null ? null : (
                <span className="ml-2 text-xs text-muted-foreground">
                  <Marked text={detail} letters={letters} />
                </span>
              )}
            </span>
            <span className="text-xs text-muted-foreground">{kinds[kind].word}</span>
          </CommandItem>
        );
      })}
    </CommandGroup>
  );
}
