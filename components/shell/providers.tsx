"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import { NonceProvider } from "@/components/ui/nonce";
import { Toaster } from "@/components/ui/toaster";
import { ConnectionNotice } from "./connection/connection-notice";
import { LoadNotice } from "./connection/load-notice";
import { PendingBar } from "./pending/pending-bar";
import { ThemeProvider } from "./theme-provider";

export interface ProvidersProps {
  /** The nonce of the response's Content-Security-Policy. */
  nonce?: string;
  children: ReactNode;
}

/** The providers around all pages, mounted once by the root layout. */
export function Providers({ nonce, children }: ProvidersProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <NonceProvider nonce={nonce}>
      <ThemeProvider nonce={nonce}>
        <QueryClientProvider client={queryClient}>
          <Suspense fallback={null}>
            <PendingBar />
          </Suspense>
          <ConnectionNotice />
          <LoadNotice />
          {children}
          <Toaster />
        </QueryClientProvider>
      </ThemeProvider>
    </NonceProvider>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Milliseconds. Prevents a page that the server has just rendered from fetching its data again.
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        // By default, requests wait until the browser is online. A panel on this machine needs no network, and an
        // immediate failure is better than waiting.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** Not retried, because a 4xx status is permanent. A missing response or a 5xx status may be temporary. */
function isRefusal(error: Error): boolean {
  return "status" in error && typeof error.status === "number" && error.status >= 400 && error.status < 500;
}
