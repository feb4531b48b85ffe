"use client";

import { createContext, use, useInsertionEffect, type ReactNode } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Provides the nonce of the page's Content-Security-Policy to components that write a `<style>` element. */
export function NonceProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  useInsertionEffect(() => {
    // `get-nonce` reads this variable. Dialogs and menus use it to write a style element that prevents scrolling.
    Object.assign(globalThis, { __webpack_nonce__: nonce });
  }, [nonce]);
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

export function useNonce(): string | undefined {
  return use(NonceContext);
}
