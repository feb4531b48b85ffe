"use client";

import { ThemeProvider as NextThemes } from "next-themes";
import { type ReactNode, useEffect } from "react";

/**
 * Sets the class `light` or `dark` on <html> before the first paint, by an inline script with the nonce. The root
 * layout puts `suppressHydrationWarning` on <html>, because the server cannot know the class.
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
 * Changes colors with the theme at once, without fading. next-themes has an option for this, but it also disables
 * all transitions when a page loads, for which the browser computes every style of the page two more times.
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
    // The first frame has the new colors. Transitions are enabled again before the second one.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
      }),
    );
  });
  observer.observe(root, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}
