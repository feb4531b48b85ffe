"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider as NextThemes } from "next-themes";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Toaster } from "@/components/ui/toaster";
import { ConnectionNotice, LoadNotice } from "./connection/notices";
import { tolerateTranslation } from "./translated-pages";
import { navigationEnded, pendingNavigation, subscribeToPending } from "./connection/pending-navigation";

if (typeof window !== "undefined") tolerateTranslation();

interface ProvidersProps {
  /** The nonce for inline scripts, as required by the response's Content-Security-Policy. */
  nonce?: string;
  children: ReactNode;
}

export function Providers({ nonce, children }: ProvidersProps) {
  const [queryClient] = useState(createQueryClient);
  return (
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

/** Whether an error is permanent (a 4xx status) and not worth a retry. */
function isRefusal(error: Error): boolean {
  return "status" in error && typeof error.status === "number" && error.status >= 400 && error.status < 500;
}

/**
 * Adds the class `light` or `dark` to <html> before the first paint, with an inline script. The server cannot know the
 * class, so the root layout sets `suppressHydrationWarning` on <html>.
 */
function ThemeProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  useEffect(changeWithoutTransitions, []);
  return (
    <NextThemes attribute="class" defaultTheme="system" enableSystem nonce={nonce}>
      {children}
    </NextThemes>
  );
}

/**
 * Disables transitions while the theme changes, so that colors do not fade. The equivalent option of
 * next-themes also disables them when a page loads. The browser would then compute every style two more
 * times.
 */
function changeWithoutTransitions(): () => void {
  const root = document.documentElement;
  let isDark = root.classList.contains("dark");
  const observer = new MutationObserver(() => {
    if (root.classList.contains("dark") === isDark) return;
    isDark = !isDark;
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important }");
    document.adoptedStyleSheets.push(still);
    // The first frame has the new colors. Transitions are enabled again in the second frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
      }),
    );
  });
  observer.observe(root, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

export function PendingBar() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const isPending = useSyncExternalStore(subscribeToPending, pendingNavigation, () => null) !== null;
  useEffect(() => navigationEnded(pathname, search), [pathname, search]);
  if (!isPending) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-accent-soft"
    >
      <div className="h-full w-1/3 animate-pending bg-accent" />
    </div>
  );
}
