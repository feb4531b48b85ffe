"use client";

import { inPanel } from "@/lib/shared/base-path";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTheme } from "next-themes";
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { VisuallyHidden } from "@/components/ui/text";
import { editionOf } from "@/lib/shared/settings/editions";
import type { Place } from "@/lib/shared/settings/search";
import { leave } from "@/components/shell/connection/own-session";
import { showShortcuts } from "@/components/shell/shortcuts";
import { download } from "@/components/ui/download";
import { useChangedPaths, useConfigDocument } from "../store/config-form";
import { isSaveKey, requestSave } from "../review/use-save-keys";
import { aimAt, hrefOfKey, useGoTo } from "../rows/setting-link";
import {
  isCalled,
  keyOfObject,
  ObjectItems,
  PlaceItems,
  SettingItem,
  useFoundObjects,
} from "./palette-items";
import { findAll, type FoundAll, searchOf } from "./find";
import { Marked, reasonOf } from "./marked";
import { PaletteFoot } from "./palette-foot";
import { type Act, isCommand, isDangerous, keyOf } from "./places";

const most = { named: 6, settings: 12, keys: 6, places: 6 };

function firstOf({ named, settings, keys, places }: FoundAll): string {
  const place = named[0] ?? (settings.length + keys.length === 0 ? places[0] : undefined);
  return place ? keyOf(place.what) : (settings[0]?.what.path ?? keys[0]?.what ?? "");
}

export interface PaletteProps {
  /** Passes on what the operator typed before the palette's text box had the focus, once. */
  takeTyped: (receive: (text: string) => void) => void;
  onClose: () => void;
}

/**
 * Finds settings, pages, commands and objects of the instance. The palette's footer contains the controls of simple
 * settings.
 */
export function Palette({ takeTyped, onClose }: PaletteProps) {
  const document = useConfigDocument();
  const changed = useChangedPaths();
  const router = useRouter();
  const goTo = useGoTo();
  const visit = useVisit();
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const results = useMemo(() => findAll(document, query), [document, query]);
  const settings = results.settings.slice(0, most.settings);
  useEffect(() => {
    searchOf(document);
  }, [document]);
  // The item that the operator has highlighted. When the query changes, the first item is highlighted again.
  const [marked, setMarked] = useState({ query: "", value: "" });
  const { objects, isSearching } = useFoundObjects(query);
  const isOnlyInValues = settings.every(
    ({ what, letters }) => reasonOf(what, document.spelling[what.path] ?? what.path, letters).isByValue,
  );
  const called = results.isNearest
    ? objects
    : objects.filter((object) => isCalled(object, query, isOnlyInValues));
  const first = results.named.length === 0 && called[0] ? keyOfObject(called[0]) : firstOf(results);
  const value = marked.query === query && marked.value !== "" ? marked.value : first;
  // The setting whose control has the focus. The footer continues to show it while the pointer moves over other
  // results.
  const [edited, setEdited] = useState<{ path: string; serial: number } | null>(null);
  // Opens the chosen item. Called only after the dialog has closed, because an open dialog traps the focus.
  const chosen = useRef<(() => void) | null>(null);
  const choose = (follow: () => void) => {
    chosen.current = follow;
    onClose();
  };
  const [confirming, ask] = useState<Place | null>(null);
  const chooseHref = (href: string) => choose(() => router.push(href));
  const choosePlace = (place: Place) => (isDangerous(place) ? ask(place) : choose(() => visit(place)));

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        place="top"
        width="wide"
        className="overflow-hidden max-sm:h-[85dvh]"
        onKeyDown={(event) => {
          if (!isSaveKey(event) || event.shiftKey) return;
          event.preventDefault();
          if (!event.repeat) choose(requestSave);
        }}
        onCloseAutoFocus={(event) => {
          if (chosen.current === null) return;
          event.preventDefault();
          chosen.current();
        }}
      >
        <VisuallyHidden>
          <DialogTitle>Search</DialogTitle>
          <DialogDescription>
            Find settings (by name, key, value or description), pages, commands, unrecognized keys, bots,
            guilds, users, operators, versions and audit entries.
          </DialogDescription>
        </VisuallyHidden>
        <Command
          label="Search or run a command"
          shouldFilter={false}
          loop
          className="flex min-h-0 flex-1 flex-col"
          value={value}
          onValueChange={(next) => setMarked({ query, value: next })}
        >
          <CommandInput
            value={typed}
            onValueChange={setTyped}
            onFocus={() => {
              takeTyped(setTyped);
              setEdited(null);
            }}
            placeholder="Search or run a command"
            className="pr-10"
          />
          <CommandList>
            {results.isNearest ? (
              <p role="status" className="px-4 pt-3 text-sm text-muted-foreground">
                {isSearching
                  ? "Searching"
                  : objects.length > 0
                    ? `No settings or pages match “${query}”.`
                    : `No results for “${query}”. These settings have similar names.`}
              </p>
            ) : null}
            <PlaceItems
              heading="Pages and commands"
              places={results.named.slice(0, most.named)}
              onSelect={choosePlace}
            />
            <ObjectItems objects={called} query={query} onSelect={chooseHref} />
            {settings.length > 0 ? (
              <CommandGroup heading={results.isNearest ? "Similar settings" : "Settings"}>
                {settings.map((one) => (
                  <SettingItem
                    key={one.what.path}
                    result={one}
                    document={document}
                    isChanged={changed.includes(one.what.path)}
                    onSelect={() => choose(() => goTo(one.what.path))}
                    onEdit={() => setEdited({ path: one.what.path, serial: (edited?.serial ?? 0) + 1 })}
                  />
                ))}
                {results.settings.length > most.settings ? (
                  <CommandItem
                    value="all results"
                    onSelect={() => choose(() => router.push(`/settings?q=${encodeURIComponent(query)}`))}
                  >
                    Show all {results.settings.length} settings for “{query}”
                  </CommandItem>
                ) : null}
              </CommandGroup>
            ) : null}
            {results.keys.length > 0 ? (
              <CommandGroup heading="Unrecognized keys">
                {results.keys.slice(0, most.keys).map(({ what, letters }) => (
                  <CommandItem
                    key={what}
                    value={what}
                    onSelect={() => choose(() => router.push(hrefOfKey(what)))}
                  >
                    <code className="truncate">
                      <Marked text={what} letters={letters} />
                    </code>
                  </CommandItem>
                ))}
              </CommandGroup>
            ) : null}
            <ObjectItems
              objects={objects.filter((object) => !called.includes(object))}
              query={query}
              onSelect={chooseHref}
            />
            <PlaceItems
              heading={query === "" ? "Pages" : "More pages and commands"}
              places={
                query === ""
                  ? results.places.filter(({ what }) => !isCommand(what))
                  : results.places.slice(0, most.places)
              }
              onSelect={choosePlace}
            />
            {query === "" ? (
              <PlaceItems
                heading="Commands"
                places={results.places.filter(({ what }) => isCommand(what))}
                onSelect={choosePlace}
              />
            ) : null}
          </CommandList>
        </Command>
        <PaletteFoot
          field={editionOf(document.naming).registry.fieldAt(edited?.path ?? value)}
          focusSerial={edited?.serial ?? 0}
          onEnter={() => setEdited((before) => before ?? { path: value, serial: 0 })}
          onReview={() => choose(() => router.push("/settings?filter=unsaved"))}
        />
      </DialogContent>
      {confirming === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => ask(null)}
          title={`${confirming.title}?`}
          description="Your session in this browser ends."
          confirmLabel={confirming.title}
          onConfirm={() => choose(() => visit(confirming))}
        />
      )}
    </Dialog>
  );
}

function useVisit(): (place: Place) => void {
  const router = useRouter();
  const pathname = usePathname();
  const { setTheme } = useTheme();

  const acts: Record<Act, () => void> = {
    light: () => setTheme("light"),
    dark: () => setTheme("dark"),
    system: () => setTheme("system"),
    shortcuts: showShortcuts,
    schema: () => download(inPanel("/api/panel/config/schema"), "config.schema.json"),
    "panel-api": () => download(inPanel("/api/panel/openapi.json"), "panel-api.openapi.json"),
    "instance-api": () => download(inPanel("/api/openapi.json"), "instance-api.openapi.json"),
    "sign-out": () => void leave(),
  };

  return (place) => {
    if ("act" in place) return acts[place.act as Act]();
    const [path, hash] = place.href.split("#");
    if (path !== pathname || hash === undefined) router.push(place.href);
    if (hash !== undefined) aimAt(hash);
  };
}
