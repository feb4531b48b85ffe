"use client";

import { createContext, use, useInsertionEffect, type ReactNode } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Passes the page's CSP nonce to the few primitives that must write a `<style>` element. */
export function NonceProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  useInsertionEffect(() => {
    // `get-nonce` reads this, because dialogs and menus create a style element to lock the page's scrolling.
    Object.assign(globalThis, { __webpack_nonce__: nonce });
  }, [nonce]);
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

export function useNonce(): string | undefined {
  return use(NonceContext);
}
