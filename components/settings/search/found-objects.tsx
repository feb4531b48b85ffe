import { useQuery } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import type { FoundObject } from "@/lib/shared/contract/search";
import { Marked } from "./marked";

/** Milliseconds without typing before the request is sent. */
const restMs = 80;

/**
 * Bots, guilds, users, operators, versions and audit entries that the server finds. Empty until the server has
 * answered.
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
 * Whether the object is listed above settings. An object whose name, id or version number equals the query always is.
 * If each word of the query only begins a word of the name, the query must have several words, or match settings only
 * by their values.
 */
export const isCalled = ({ exactness }: FoundObject, query: string, isOnlyInValues: boolean): boolean =>
  exactness === 3 || (exactness === 2 && (isOnlyInValues || /\S\s+\S/.test(query)));

/** A unique value per item of the palette. It contains a space, so it never equals a setting's path. */
export const keyOfObject = ({ kind, id }: FoundObject): string => `${kind} ${id}`;

const kinds: Record<FoundObject["kind"], { word: string; href: (id: string) => string }> = {
  bot: { word: "Bot", href: (id) => `/applications/${id}` },
  guild: { word: "Guild", href: (id) => `/guilds/${id}` },
  user: { word: "User", href: (id) => `/users/${id}` },
  operator: { word: "Operator", href: () => "/operators" },
  version: { word: "Version", href: (id) => `/settings/history/${id}` },
  // Links to the page of the audit log on which the found entry is the first entry.
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
