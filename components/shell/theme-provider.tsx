"use client";

import { ThemeProvider as NextThemes } from "next-themes";
import { type ReactNode, useEffect } from "react";

/**
 * Adds the class `light` or `dark` to <html> before the first paint, with an inline script. The server cannot know the
 * class, so the root layout sets `suppressHydrationWarning` on <html>.
 */
export function ThemeProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  useEffect(changeWithoutTransitions, []);
  return (
    <NextThemes attribute="class" defaultTheme="system" enableSystem nonce={nonce}>
      {children}
    </NextThemes>
  );
}

/**
 * Disables transitions while the theme changes, so that colors do not fade. The option that next-themes has for this is
 * not used, because it also disables transitions when a page loads, and the browser then computes every style two more
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
