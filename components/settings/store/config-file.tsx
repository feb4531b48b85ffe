"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { configQuery } from "../queries/config";
import type { ConfigStore } from "./config-store";
import { parseDrafts, readDrafts } from "./drafts";
import { OpenFile } from "./open-file";
import { useDraftStorage } from "./use-draft-storage";

const FileContext = createContext<OpenFile | null>(null);

/** The file, with its form if the form is open. */
export function useOpenFile(): OpenFile {
  const file = use(FileContext);
  if (file === null) throw new Error("useOpenFile is used outside ConfigFileProvider.");
  return file;
}

const none = () => null;

/** The form; null until the values are loaded. */
export function useForm(): ConfigStore | null {
  const file = useOpenFile();
  return useSyncExternalStore(file.subscribe, file.form, none);
}

/** The file's state and the paths of its problems, on every page. */
export function useFileSummary(): FileSummary {
  const file = useOpenFile();
  return useSyncExternalStore(file.subscribe, file.summary, () => file.served);
}

/** Loads the values on a page that was loaded without them. @throws RequestError */
export function useLoadConfig(): () => Promise<void> {
  const file = useOpenFile();
  const client = useQueryClient();
  return useCallback(async () => {
    if (file.form() !== null) return;
    file.open(await client.fetchQuery(configQuery()));
    file.announce();
  }, [file, client]);
}

/** Refetches the file, and opens the form with it if there is none. @throws RequestError */
export function useRefetchConfig(): () => Promise<void> {
  const file = useOpenFile();
  const client = useQueryClient();
  return useCallback(async () => {
    // A request in progress may be older than the news of a change.
    await client.cancelQueries({ queryKey: configQuery().queryKey, exact: true });
    file.receive(await client.fetchQuery({ ...configQuery(), staleTime: 0 }));
  }, [file, client]);
}

export interface ConfigFileProviderProps {
  summary: FileSummary;
  /** Name of the signed-in operator. Unsaved changes that survive a reload are never shown to anyone else. */
  owner?: string;
  children: ReactNode;
}

/** Mounted once above all pages, so that changes accumulate across sections and survive navigation. */
export function ConfigFileProvider({ summary, owner = "", children }: ConfigFileProviderProps) {
  const client = useQueryClient();
  const [file] = useState(() => new OpenFile(summary, client));
  useEffect(() => file.follow(), [file]);
  return (
    <FileContext value={file}>
      {children}
      <FormKeeper owner={owner} />
    </FileContext>
  );
}

function FormKeeper({ owner }: { owner: string }) {
  const store = useForm();
  return store === null ? <DraftOpener owner={owner} /> : <Refresher store={store} owner={owner} />;
}

/** Unsaved changes from before a reload open the form on any page, so that they are marked and can be saved. */
function DraftOpener({ owner }: { owner: string }) {
  const load = useLoadConfig();
  const { naming } = useFileSummary();
  useEffect(() => {
    // If loading fails, the unsaved changes stay stored for the next page.
    if (parseDrafts(readDrafts(), owner, editionOf(naming).registry) !== null) load().catch(() => undefined);
  }, [load, owner, naming]);
  return null;
}

/** While there is a form, the cached document is refreshed: on focus, and whenever it is invalidated. */
function Refresher({ store, owner }: { store: ConfigStore; owner: string }) {
  useQuery({ ...configQuery(), initialData: store.document, staleTime: 5_000, notifyOnChangeProps: [] });
  useDraftStorage(store, owner);
  return null;
}
