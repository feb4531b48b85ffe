"use client";

import { createContext, use, type ReactNode } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Hands the page's CSP nonce to the few primitives that must write a `<style>` element. */
export function NonceProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

export function useNonce(): string | undefined {
  return use(NonceContext);
}
