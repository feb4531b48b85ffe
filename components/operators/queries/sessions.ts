import { queryOptions } from "@tanstack/react-query";
import { requestJson } from "@/components/shell/queries/http";

/** A browser in which the operator is signed in. */
export interface PanelSession {
  id: string;
  /** Whether it is this browser. */
  current: boolean;
  /** "Firefox on Windows" */
  browser: string;
  /** IP address of the last visit. */
  address: string;
  /** ms since 1970 */
  createdAt: number;
  /** ms since 1970, accurate to one minute */
  lastSeenAt: number;
}

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ["sessions"],
    queryFn: ({ signal }) =>
      requestJson<PanelSession[]>("/api/panel/account/sessions", { signal, cache: "no-store" }),
  });
