import "server-only";
import { readJson } from "@/lib/shared/json/read";
import { isObject } from "@/lib/shared/json/value";
import type { Edition } from "@/lib/shared/settings/editions";
import { getAt, setAt, type Values } from "@/lib/shared/settings/values";
import { askInstance } from "./ask";

/** The instance's public policies as received. A policy is null if the instance did not return it. */
export interface PublicPolicies {
  general: Values | null;
  limits: Values | null;
  domains: Values | null;
  /** Values of all sections under flattened names, such as `register_disabled`. */
  flat: Values | null;
}

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

/** Returns the JSON object in an answer, or null if it contains none. */
export function objectIn(answer: { status: number; bytes: Buffer } | null): Values | null {
  if (answer?.status !== 200) return null;
  const text = answer.bytes.toString();
  // JSON.parse accepts deeper nesting than later code can process. This reader refuses it.
  if (readJson(text).root === null) return null;
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : null;
}

/** Settings that the instance announces to clients, with their names in the announcement. */
const announced: Readonly<Record<string, string>> = {
  "cdn.endpointPublic": "cdn",
  "gateway.endpointPublic": "gateway",
  "api.defaultVersion": "defaultApiVersion",
};

/**
 * Assembles a configuration from the public policies, in the spelling of the edition. It contains only reported
 * settings.
 * @param ownApi the API's public address in the file; the instance appends a path when it announces this address
 */
export function documentOf(
  { general, limits, domains, flat }: PublicPolicies,
  edition: Edition,
  ownApi: string | null,
): Values {
  const document: Values = {};
  // Sections have the same names in answers and files. In flattened names, dots are replaced by underscores.
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

/** Removes the path that the instance appends when it announces the address of its API. */
const withoutPath = (address: string): string => address.replace(/(?:\/+(?:api|v\d+))*\/*$/, "");
