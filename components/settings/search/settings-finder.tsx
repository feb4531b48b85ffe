"use client";

import { Search, X } from "lucide-react";
import {
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input, InputGroup } from "@/components/ui/input";
import { suspendingComponent } from "@/components/ui/lazy-component";
import { inPanel } from "@/lib/shared/base-path";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { filterSettings } from "@/lib/shared/settings/modified";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { useChangedPaths, useConfigDocument } from "../store/config-form";
import { addressOf, type Asked, type Chip, chips, toggled } from "./asked";
import { hrefOfKey } from "../rows/setting-link";
import { countOf } from "../store/words";

// Loaded on demand, because most operators only follow a link on this page.
const loadFoundSettings = () => import("./found-settings").then((part) => part.FoundSettings);
const FoundSettings = suspendingComponent(loadFoundSettings);

function prepare(document: ConfigSnapshot): void {
  // A failed preload is ignored, because the first search loads the code again and shows any error.
  Promise.all([import("./find"), loadFoundSettings()]).then(
    ([{ searchOf }]) => searchOf(document),
    () => undefined,
  );
}

/** The children are shown while there is neither a query nor a filter. */
export function SettingsFinder({ initial, children }: { initial: Asked; children: ReactNode }) {
  const document = useConfigDocument();
  const [asked, ask] = useState(initial);
  const shown = useDeferredValue(asked);
  const writeAddress = useAddress(asked);
  const isAsking = asked.query.trim() !== "" || asked.chips.length > 0;

  return (
    <div className="flex flex-col gap-6">
      <search className="flex flex-col gap-3" data-print="hidden" onBlur={writeAddress}>
        <InputGroup>
          <Search aria-hidden="true" className="ml-3 size-4 shrink-0 text-muted-foreground" />
          <Input
            aria-label="Find settings"
            placeholder="Name, key, value or description"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={asked.query}
            onFocus={() => prepare(document)}
            onChange={(event) => ask({ ...asked, query: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === "Escape") ask({ ...asked, query: "" });
            }}
          />
          {asked.query === "" ? null : (
            <Button
              variant="quiet"
              size="icon"
              className="h-[34px] max-sm:h-[42px]"
              aria-label="Clear the search"
              onClick={() => ask({ ...asked, query: "" })}
            >
              <X aria-hidden="true" />
            </Button>
          )}
        </InputGroup>
        <Chips chosen={asked.chips} onToggle={(id) => ask({ ...asked, chips: toggled(asked.chips, id) })} />
      </search>
      {!isAsking ? (
        children
      ) : shown.chips.includes("unknown") ? (
        <UnrecognizedKeyLinks query={shown.query} />
      ) : (
        <Suspense>
          <FoundSettings asked={shown} />
        </Suspense>
      )}
    </div>
  );
}

function matchesOf(document: ConfigSnapshot, id: Chip, unsaved: number): number {
  if (id === "unsaved") return unsaved;
  return id === "unknown" ? document.unknown.length : filterSettings(document, [id]).length;
}

function Chips({ chosen, onToggle }: { chosen: readonly Chip[]; onToggle: (id: Chip) => void }) {
  const document = useConfigDocument();
  const unsaved = useChangedPaths().length;
  const counts = useMemo(() => chips.map(({ id }) => matchesOf(document, id, unsaved)), [document, unsaved]);
  return (
    <div
      role="group"
      aria-label="Filters"
      // Small screens show the filters in one line that scrolls sideways, so that the results stay visible.
      className="-m-1 flex flex-wrap gap-2 p-1 max-sm:-mx-4 max-sm:[scrollbar-width:none] max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4"
    >
      {chips.map(({ id, label }, index) => {
        const isChosen = chosen.includes(id);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onToggle(id)}
            className={cn(
              "inline-flex h-8 shrink-0 items-center gap-2 rounded-full border px-3 text-sm transition-colors max-sm:h-11",
              isChosen
                ? "border-accent bg-accent-soft font-medium text-accent-text"
                : "border-input text-muted-foreground hover:border-muted-foreground hover:text-foreground",
            )}
          >
            {label}
            <span className="text-xs tabular-nums">{counts[index]}</span>
          </button>
        );
      })}
    </div>
  );
}

/** How long to wait after the last keystroke before updating the URL (ms). */
const restMs = 400;

/**
 * Writes the query to the page's URL, so that operators can link to a list and reload it. Waits until typing
 * pauses, because each change of the URL makes the router process the whole page.
 * @returns a function that updates the URL at once, for use when the search loses focus
 */
function useAddress(asked: Asked): () => void {
  const address = addressOf(asked);
  const written = useRef(address);
  const write = useCallback(() => {
    if (written.current === address) return;
    written.current = address;
    window.history.replaceState(window.history.state, "", inPanel(address));
  }, [address]);
  useEffect(() => {
    const timer = setTimeout(write, restMs);
    return () => clearTimeout(timer);
  }, [write]);
  return write;
}

function UnrecognizedKeyLinks({ query }: { query: string }) {
  const { unknown } = useConfigDocument();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matchingPaths = unknown.filter((path) => words.every((word) => path.toLowerCase().includes(word)));
  return (
    <section aria-label="Unrecognized keys" className="flex flex-col gap-3">
      <p role="status" className="text-sm text-muted-foreground">
        {matchingPaths.length === 0
          ? "No unrecognized keys"
          : countOf(matchingPaths.length, "unrecognized key")}
      </p>
      {matchingPaths.length === 0 ? (
        <EmptyState
          title="No unrecognized keys found"
          text="The panel recognizes all matching keys in the file."
        />
      ) : (
        <Card className="overflow-clip">
          <ul className="divide-y">
            {matchingPaths.map((path) => (
              <li key={path} className="px-4 py-3 hover:bg-muted sm:px-6">
                <Link href={hrefOfKey(path)} className="text-accent-text underline-offset-4 hover:underline">
                  <code className="break-all">{path}</code>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}
