/**
 * Lets React go on in a page that the browser translates. A translation replaces text nodes that React still refers to,
 * so that removing such a node, or inserting before it, would fail and crash the page. A removed text may stay visible
 * in its translation until the element around it is rendered again (docs/decisions/0010-translated-pages.md).
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, before?: Node | null): T {
    // Some libraries leave `before` out, which browsers accept.
    const place = before?.parentNode === this ? before : null;
    return insertBefore.call(this, node, place) as T;
  };
}
