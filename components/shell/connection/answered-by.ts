import { panelMark } from "@/lib/shared/panel-mark";

/**
 * Who answered a request:
 * - `panel`
 * - `sign-in`: something in front of the panel asks for a sign-in, or refuses access
 * - `gateway`: something in front of the panel cannot reach the panel
 */
export type AnsweredBy = "panel" | "sign-in" | "gateway";

/** The response must come from a request with `redirect: "manual"`, because the panel's API never redirects. */
export function answeredBy({ headers, status, type }: Response): AnsweredBy {
  if (headers.has(panelMark)) return "panel";
  if ([502, 503, 504].includes(status)) return "gateway";
  // A proxy may remove headers that it does not know. Sign-in pages are HTML.
  const isData = /^application\/|^text\/event-stream/.test(headers.get("content-type") ?? "");
  return type !== "opaqueredirect" && status !== 401 && status !== 403 && isData ? "panel" : "sign-in";
}
