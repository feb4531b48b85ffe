"use client";

import { useEffect, useRef, useState } from "react";
import { runCheck } from "@/components/settings/queries/checks";
import { RequestError } from "@/components/shell/queries/call";
import type { CheckKind, CheckResult } from "@/lib/shared/contract/checks";
import type { ConfigSnapshot, Operation } from "@/lib/shared/contract/config-snapshot";
import {
  addressesFrom,
  type AddressPath,
  addressPaths,
  domainIn,
  type Layout,
} from "@/lib/shared/settings/addresses-from-domain";
import { editionOf } from "@/lib/shared/settings/editions";
import { parseValue } from "@/lib/shared/settings/parse-value";
import { getAt } from "@/lib/shared/settings/values";

export function useAddresses(document: ConfigSnapshot, paths: readonly string[]) {
  const [domain, setDomain] = useState(() => knownHost(document));
  const [layout, setLayout] = useState<Layout>("one");
  const [corrected, setCorrected] = useState<Partial<Record<AddressPath, string>>>({});

  const parsedDomain = domainIn(domain);
  const derived = parsedDomain ? addressesFrom(parsedDomain, layout, document.naming) : undefined;
  const missingPaths = addressPaths.filter((path) => paths.includes(path));
  const fields = missingPaths.map((path) => {
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
    isDomain: parsedDomain !== null,
    layout,
    fields,
    isComplete: fields.every(({ value, error }) => value.trim() !== "" && error === undefined),
    setDomain,
    setLayout,
  };
}

export type AddressFieldState = ReturnType<typeof useAddresses>["fields"][number];

function knownHost({ values }: ConfigSnapshot): string {
  for (const path of ["general.serverName", "api.endpointPublic"]) {
    const value = getAt(values, path);
    const domain = typeof value === "string" ? domainIn(value) : null;
    if (domain) return domain.host;
  }
  return "";
}

export interface AddressResult {
  ok: boolean;
  message: string;
  checkedValue: string;
}

/**
 * Maps each address to the check that tests it. `target` is the name that the steps of the check's result use
 * for the address. The server name has no check, because only other instances use it.
 */
const checksByPath: Partial<Record<AddressPath, { kind: CheckKind; target: string }>> = {
  "api.endpointPublic": { kind: "api", target: "Public address" },
  "gateway.endpointPublic": { kind: "gateway", target: "Public address" },
  "cdn.endpointPublic": { kind: "cdn", target: "Public address" },
  "cdn.endpointPrivate": { kind: "cdn", target: "Internal address" },
};

/** The addresses need not be saved. */
export function useAddressChecks() {
  const [results, setResults] = useState<Partial<Record<AddressPath, AddressResult>>>({});
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (values: Partial<Record<AddressPath, string>>): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setResults({});
    const paths = (Object.keys(values) as AddressPath[]).filter((path) => checksByPath[path]);
    const operations = paths.map((path): Operation => ({ op: "set", path, value: values[path] }));
    const kinds = [...new Set(paths.flatMap((path) => checksByPath[path]?.kind ?? []))];
    // Runs the checks one after the other, because the server runs only two checks at a time for all operators.
    for (const kind of kinds) {
      const outcome = await runCheck(kind, { operations }, controller.signal).catch(reasonOf);
      if (controller.signal.aborted) return;
      const checkedPaths = paths.filter((path) => checksByPath[path]?.kind === kind);
      const results = checkedPaths.map(
        (path) => [path, resultOf(outcome, path, values[path] ?? "")] as const,
      );
      setResults((known) => ({ ...known, ...Object.fromEntries(results) }));
    }
    setRunning(false);
  };

  const cancel = () => {
    running.current?.abort();
    setRunning(false);
  };

  return { results, isRunning, start, cancel };
}

function reasonOf(error: unknown): string {
  if (error instanceof RequestError) return error.problems[0]?.message ?? error.message;
  if (error instanceof DOMException) return "The check was canceled.";
  throw error;
}

function resultOf(outcome: CheckResult | string, path: AddressPath, checkedValue: string): AddressResult {
  if (typeof outcome === "string") return { ok: false, message: outcome, checkedValue };
  const steps = outcome.steps.filter(({ target }) => target === checksByPath[path]?.target);
  const failed = steps.find(({ ok }) => !ok);
  if (failed) return { ok: false, message: failed.message, checkedValue };
  return { ok: true, message: steps.at(-1)?.message ?? "The address responds.", checkedValue };
}
