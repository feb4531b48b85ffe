import "server-only";
import { readJson } from "@/lib/shared/json/read";
import { isObject } from "@/lib/shared/json/value";
import type { Edition } from "@/lib/shared/settings/editions";
import { getAt, setAt, type Values } from "@/lib/shared/settings/values";
import { askInstance } from "./ask";

/** The instance's public policies, each as it came; null for one that it did not answer. */
export interface PublicPolicies {
  general: Values | null;
  limits: Values | null;
  domains: Values | null;
  /** Values of all sections, flattened: `register_disabled`. */
  flat: Values | null;
}

/** @param signal ends all requests */
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
  // Also refuses what is nested too deep for the code that comes after.
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
 * The configuration that the answers are a part of, as the edition's files spell it. It has keys only for reported settings.
 * @param ownApi the file's public address of the API, which is announced with a path
 */
export function documentOf(
  { general, limits, domains, flat }: PublicPolicies,
  edition: Edition,
  ownApi: string | null,
): Values {
  const document: Values = {};
  // Sections of the file and of the answers bear the same names, and so do the flattened ones.
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

/** An address of an API without what the instance appends to it where it announces it. */
const withoutPath = (address: string): string => address.replace(/(?:\/+(?:api|v\d+))*\/*$/, "");
