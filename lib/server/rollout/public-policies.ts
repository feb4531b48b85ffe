import "server-only";
import { readJson } from "@/lib/shared/json/read";
import { isObject } from "@/lib/shared/json/value";
import type { Edition } from "@/lib/shared/settings/editions";
import { getAt, setAt, type Values } from "@/lib/shared/settings/values";
import { askInstance } from "./ask";

/** The instance's public policies, unmodified; null for each that it did not answer. */
export interface PublicPolicies {
  general: Values | null;
  limits: Values | null;
  domains: Values | null;
  /** Values of all sections, flattened: `register_disabled`. */
  flat: Values | null;
}

/** @param signal aborts all requests */
export async function fetchPublicPolicies(signal?: AbortSignal): Promise<PublicPolicies | null> {
  const ask = async (path: string) => objectIn(await askInstance(`/policies/instance${path}`, { signal }));
  const [general, limits, domains, flat] = await Promise.all([
    ask(""),
    ask("/limits"),
    ask("/domains"),
    ask("/config"),
  ]);
  return general || limits || domains || flat ? { general, limits, domains, flat } : null;
}

/** The object in an answer; null for anything else. */
export function objectIn(answer: { status: number; bytes: Buffer } | null): Values | null {
  if (answer?.status !== 200) return null;
  const text = answer.bytes.toString();
  // Also refuses nesting that is too deep for later code.
  if (readJson(text).root === null) return null;
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : null;
}

/** Announced addresses, by the setting that they come from. */
const announced: Readonly<Record<string, string>> = {
  "cdn.endpointPublic": "cdn",
  "gateway.endpointPublic": "gateway",
  "api.defaultVersion": "defaultApiVersion",
};

/**
 * The configuration that the answers are a part of, in the edition's spelling. It contains only the reported
 * settings.
 * @param ownApi the file's public address of the API, which the instance announces with a path
 */
export function documentOf(
  { general, limits, domains, flat }: PublicPolicies,
  edition: Edition,
  ownApi: string | null,
): Values {
  const document: Values = {};
  // The file's sections and the answers' sections have the same names, and so do the flattened ones.
  for (const [name, value] of Object.entries(flat ?? {})) {
    const path = name.replaceAll("_", ".");
    if (edition.registry.fieldAt(path)) setAt(document, path, value);
  }
  if (limits) document.limits = limits;
  if (general) document.general = general;
  for (const [path, name] of Object.entries(announced))
    if (domains && getAt(domains, name) !== undefined) setAt(document, path, domains[name]);
  const api = domains?.api ?? domains?.apiEndpoint;
  if (typeof api === "string") {
    const isOwn = ownApi !== null && withoutPath(ownApi) === withoutPath(api);
    setAt(document, "api.endpointPublic", isOwn ? ownApi : `${withoutPath(api)}${edition.apiPath}`);
  }
  return document;
}

/** An address of an API without the path that the instance appends when it announces the address. */
const withoutPath = (address: string): string => address.replace(/(?:\/+(?:api|v\d+))*\/*$/, "");
