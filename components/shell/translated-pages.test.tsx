// @vitest-environment happy-dom
// Needs a process of its own, because it changes how the document's nodes are removed.
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { tolerateTranslation } from "./translated-pages";

const { removeChild, insertBefore } = Node.prototype;

afterEach(() => {
  cleanup();
  Object.assign(Node.prototype, { removeChild, insertBefore });
});

/** A text and an element, of which each may be absent. */
const Page = ({ text, isOpen }: { text: string | null; isOpen: boolean }) => (
  <p data-testid="page">
    {isOpen ? <b>open</b> : null}
    {text}
    <i>end</i>
  </p>
);

function translateTexts(): void {
  for (const child of [...screen.getByTestId("page").childNodes]) {
    if (child.nodeType !== Node.TEXT_NODE) continue;
    const font = document.createElement("font");
    font.textContent = `translated ${child.textContent}`;
    child.parentNode?.replaceChild(font, child);
  }
}

it("a page crashes if React removes a translated text", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { rerender } = render(<Page text="Harbor" isOpen={false} />);
  translateTexts();
  expect(() => rerender(<Page text={null} isOpen />)).toThrow();
});

it("a page that tolerates translation goes on after React removes a text, or inserts before it", () => {
  tolerateTranslation();
  const { rerender } = render(<Page text="Harbor" isOpen={false} />);
  translateTexts();
  rerender(<Page text="Harbor" isOpen />);
  rerender(<Page text={null} isOpen />);
  rerender(<Page text="Haven" isOpen={false} />);
  expect(screen.getByTestId("page").textContent).toContain("Haven");
  expect(screen.queryByText("open")).toBeNull();
});

it("a library may insert a node at the end without naming a place", () => {
  tolerateTranslation();
  const parent = document.createElement("div");
  const insert = parent.insertBefore.bind(parent) as (node: Node) => Node;
  parent.append("first");
  insert(document.createTextNode(" last"));
  expect(parent.textContent).toBe("first last");
});
