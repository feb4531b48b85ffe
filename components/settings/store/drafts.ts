import { useEffect } from "react";
import { isObject } from "@/lib/shared/json/value";
import type { Registry } from "@/lib/shared/settings/registry";
import { DRAFTS, isLeaving } from "@/components/shell/connection/own-session";
import { toast } from "@/components/ui/toaster";
import { type Draft, type Drafts, isSecretEntry, type PlainEntry } from "./entry";
import type { ConfigStore } from "./config-store";
import { countOf } from "./words";

/*
 * Unsaved changes survive a reload in the tab's sessionStorage. Secrets are left out, because a typed secret must not
 * be stored anywhere but in the file.
 */

interface StoredDraft {
  path: string;
  entry: PlainEntry;
  origin: PlainEntry;
}

interface StoredDrafts {
  owner: string;
  etag: string;
  drafts: StoredDraft[];
}

// Checked without the schema library, because every page reads stored drafts before it needs that library.
const isPlainEntry = (value: unknown): value is PlainEntry =>
  isObject(value) && typeof value["set"] === "boolean" && !("action" in value);

const isStoredDraft = (value: unknown): value is StoredDraft =>
  isObject(value) &&
  typeof value["path"] === "string" &&
  isPlainEntry(value["entry"]) &&
  isPlainEntry(value["origin"]);

const isStored = (value: unknown): value is StoredDrafts =>
  isObject(value) &&
  typeof value["owner"] === "string" &&
  typeof value["etag"] === "string" &&
  Array.isArray(value["drafts"]) &&
  value["drafts"].every(isStoredDraft);

/** If the browser's storage is full or blocked, unsaved changes do not survive a reload. */
export function writeDrafts(owner: string, etag: string, drafts: Drafts): void {
  if (isLeaving()) return;
  const plain = [...drafts].flatMap(([path, { entry, origin }]) =>
    isSecretEntry(entry) || isSecretEntry(origin) ? [] : [{ path, entry, origin }],
  );
  const stored: StoredDrafts = { owner, etag, drafts: plain };
  try {
    if (plain.length === 0) sessionStorage.removeItem(DRAFTS);
    else sessionStorage.setItem(DRAFTS, JSON.stringify(stored));
  } catch {
    // The error is ignored, because the operator can still save, and the page warns before a reload.
  }
}

/**
 * Returns null if there are none, or if another operator made them. Drops settings that do not exist or have
 * become secrets.
 */
export function readDrafts(owner: string, { fieldAt }: Registry): { etag: string; drafts: Drafts } | null {
  let json: unknown;
  try {
    json = JSON.parse(sessionStorage.getItem(DRAFTS) ?? "null");
  } catch {
    return null;
  }
  if (!isStored(json) || json.owner !== owner) return null;
  const drafts = new Map<string, Draft>();
  for (const { path, entry, origin } of json.drafts) {
    const field = fieldAt(path);
    if (field !== undefined && field.kind !== "secret") drafts.set(path, { entry, origin });
  }
  return drafts.size === 0 ? null : { etag: json.etag, drafts };
}

/** Stores unsaved changes for a reload, and warns before the operator closes the tab with unsaved changes. */
export function useDraftStorage(store: ConfigStore, owner: string): void {
  useEffect(() => {
    const storedDrafts = readDrafts(owner, store.edition().registry);
    if (storedDrafts !== null && store.changedPaths().length === 0) {
      store.restore(storedDrafts.etag, storedDrafts.drafts);
      const count = store.changedPaths().length;
      // The toast has no "Discard" button, because discarding needs a confirmation. The save bar has that button.
      if (count > 0) toast.info(`${countOf(count, "unsaved change")} restored`);
    }

    const keep = () => writeDrafts(owner, store.baseEtag(), store.drafts());
    const warn = (event: BeforeUnloadEvent) => {
      keep();
      if (store.changedPaths().length + store.keys.all().length > 0) event.preventDefault();
    };
    const unsubscribe = store.subscribe(keep);
    window.addEventListener("pagehide", keep);
    window.addEventListener("beforeunload", warn);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", keep);
      window.removeEventListener("beforeunload", warn);
    };
  }, [store, owner]);
}
