import { call, type Input } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";
import { configQuery } from "./config";

/** Below the file's key, because a save of the file changes what proposals would change. */
const queryKey = [...configQuery().queryKey, "proposals"];

export const proposalsQuery = () => routeQuery(queryKey, "GET /proposals");

export const proposalQuery = (id: number) =>
  routeQuery([...queryKey, id], "GET /proposals/:id", { params: { id } });

export const propose = (body: Input<"POST /proposals">["body"]) => call("POST /proposals", { body });

export const commentOnProposal = (id: number, text: string) =>
  call("POST /proposals/:id/comments", { params: { id }, body: { text } });

/** @throws RequestError 412 if the file has changed since `etag`; 422 if a value is not valid any more */
export const saveProposal = (id: number, etag: string, note: string) =>
  call("POST /proposals/:id/save", { params: { id }, etag, body: { note: note || undefined } });

export const rejectProposal = (id: number, reason: string) =>
  call("POST /proposals/:id/reject", { params: { id }, body: { reason: reason || undefined } });

export const reviewedSectionsQuery = () => routeQuery(["reviewed-sections"], "GET /reviewed-sections");

export const setReviewedSections = (sections: readonly string[]) =>
  call("PUT /reviewed-sections", { body: { sections } });
