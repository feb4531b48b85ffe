/**
 * Imitates the translation of a page by Chrome: every text node, also of elements that are added later, is replaced by
 * nested `font` elements with another text. Leaves out parts with `translate="no"`. Runs in the page.
 */
export function translatePage(): void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, 4);
    const texts: Node[] = root.nodeType === 3 ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!text.nodeValue?.trim() || !parent || parent.closest('font, script, style, [translate="no"]'))
        continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = `‹${text.nodeValue}›`;
      outer.append(inner);
      parent.replaceChild(outer, text);
    }
  };
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) translate(node);
  }).observe(document.body, { childList: true, subtree: true });
}
