import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { configQuery } from "./config";

/** Below the file's key, because a save of the file changes what proposals would change. */
const queryKey = [...configQuery().queryKey, "proposals"];

export const proposalsQuery = () =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call("GET /proposals", { signal }) });

export const proposalQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKey, id],
    queryFn: ({ signal }) => call("GET /proposals/:id", { params: { id }, signal }),
  });

export const propose = (body: {
  title: string;
  note: string | undefined;
  base: string;
  operations: Operation[];
  keys: KeyChange[];
}) => call("POST /proposals", { body });

export const commentOnProposal = (id: number, text: string) =>
  call("POST /proposals/:id/comments", { params: { id }, body: { text } });

/** @throws RequestError 412 if the file has changed since `etag`; 422 if a value is not valid any more */
export const saveProposal = (id: number, etag: string, note: string) =>
  call("POST /proposals/:id/save", { params: { id }, etag, body: { note: note || undefined } });

export const rejectProposal = (id: number, reason: string) =>
  call("POST /proposals/:id/reject", { params: { id }, body: { reason: reason || undefined } });

export const reviewedSectionsQuery = () =>
  queryOptions({
    queryKey: ["reviewed-sections"],
    queryFn: ({ signal }) => call("GET /reviewed-sections", { signal }),
  });

export const setReviewedSections = (sections: string[]) =>
  call("PUT /reviewed-sections", { body: { sections } });
