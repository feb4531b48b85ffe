"use client";

import { useState } from "react";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import {
  addressesFrom,
  addressPaths,
  type AddressPath,
  domainIn,
  type Layout,
} from "@/lib/shared/settings/addresses-from-domain";
import { parseValue } from "@/lib/shared/settings/parse-value";
import { editionOf } from "@/lib/shared/settings/editions";
import { getAt } from "@/lib/shared/settings/values";

/** The addresses that follow from a domain, with the operator's corrections. */
export function useAddresses(document: ConfigSnapshot, paths: readonly string[]) {
  const [domain, setDomain] = useState(() => knownHost(document));
  const [layout, setLayout] = useState<Layout>("one");
  const [corrected, setCorrected] = useState<Partial<Record<AddressPath, string>>>({});

  const found = domainIn(domain);
  const derived = found ? addressesFrom(found, layout, document.naming) : undefined;
  const wanted = addressPaths.filter((path) => paths.includes(path));
  const fields = wanted.map((path) => {
    const value = corrected[path] ?? derived?.[path] ?? "";
    const field = editionOf(document.naming).registry.fieldAt(path);
    const parsed = field && value !== "" ? parseValue(field, value) : undefined;
    return {
      path,
      label: field?.label ?? path,
      value,
      error: parsed && !parsed.ok ? parsed.message : undefined,
      correct: (text: string) => setCorrected((known) => ({ ...known, [path]: text })),
    };
  });

  return {
    domain,
    isDomain: found !== null,
    layout,
    fields,
    isComplete: fields.every(({ value, error }) => value.trim() !== "" && error === undefined),
    setDomain,
    setLayout,
  };
}

export type AddressFieldState = ReturnType<typeof useAddresses>["fields"][number];

/** Finds the initial domain: the host of an address that is already set. */
function knownHost({ values }: ConfigSnapshot): string {
  for (const path of ["general.serverName", "api.endpointPublic"]) {
    const value = getAt(values, path);
    const domain = typeof value === "string" ? domainIn(value) : null;
    if (domain) return domain.host;
  }
  return "";
}
