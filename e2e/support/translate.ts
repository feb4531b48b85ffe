import type { Page } from "@playwright/test";

/**
 * Imitates the translation of pages by Chrome: replaces every text by elements with another text, also in parts that
 * appear later, and leaves out what is marked `translate="no"`. Call before the page is opened.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isKept = (text: Node) =>
      text.parentElement?.closest("script, style, textarea, font, [translate=no], .notranslate, svg") !==
      null;
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        if (!text.nodeValue?.trim() || isKept(text)) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = `${text.nodeValue}\u00b7`;
        outer.append(inner);
        text.parentNode?.replaceChild(outer, text);
      }
    };
    const begin = () => {
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          if (target.nodeType === Node.TEXT_NODE && target.parentNode) translate(target.parentNode);
          for (const node of addedNodes) if (node.isConnected) translate(node.parentNode ?? node);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    };
    // Chrome translates a page once it is loaded and has become interactive. React hydrates in slices: a text that is
    // replaced before its slice is an error (418), after which React renders the page again. The mark comes from an effect,
    // which runs when all slices are done.
    const isHydrated = () =>
      performance.getEntriesByName("live-events").length > 0 &&
      [...document.querySelectorAll("main :is(a, button)")].every((control) =>
        Object.keys(control).some((key) => key.startsWith("__reactFiber$")),
      );
    const whenHydrated = () => (isHydrated() ? begin() : setTimeout(whenHydrated, 50));
    window.addEventListener("load", whenHydrated);
  });
}
