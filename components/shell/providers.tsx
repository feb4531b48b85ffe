"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import { NonceProvider } from "@/components/ui/nonce";
import { Toaster } from "@/components/ui/toaster";
import { ConnectionNotice } from "./connection/connection-notice";
import { PendingBar } from "./pending/pending-bar";
import { ThemeProvider } from "./theme-provider";

export interface ProvidersProps {
  /** The nonce of this response's Content-Security-Policy. */
  nonce?: string;
  children: ReactNode;
}

/** The providers that every page needs; rendered once, by the root layout, inside `<body>`. */
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
        // Milliseconds: a page that was just rendered does not fetch its data again.
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        // A panel on this machine responds without a network, and an immediate failure is better than waiting for
        // the network.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** Retrying a 4xx does not help; a missing answer and a 5xx may be temporary. */
function isRefusal(error: Error): boolean {
  return "status" in error && typeof error.status === "number" && error.status >= 400 && error.status < 500;
}
