// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WithRouter } from "@/testing/with-router";
import { Shortcuts } from "./shortcuts";
import { turnSingleKeys } from "./single-keys";

const push = vi.fn();

beforeEach(() => {
  push.mockClear();
  localStorage.clear();
  // The test environment lays nothing out.
  HTMLElement.prototype.getClientRects = () => [{}] as unknown as DOMRectList;
  HTMLElement.prototype.scrollIntoView = () => undefined;
  render(
    <WithRouter pathname="/audit" own={{ push }}>
      <Shortcuts />
      <main id="content">
        <input type="search" aria-label="Find" />
        <ul>
          <li>
            <a href="#one">One</a>
            <ul>
              <li>
                <a href="#inner">Inner</a>
              </li>
            </ul>
          </li>
          <li>Nothing to do</li>
          <li>
            <button type="button">Two</button>
          </li>
        </ul>
      </main>
    </WithRouter>,
  );
});
afterEach(cleanup);

it("g and a second key open a page, unless the keys go to a text box", async () => {
  await userEvent.keyboard("o");
  expect(push).not.toHaveBeenCalled();
  await userEvent.keyboard("go");
  expect(push).toHaveBeenLastCalledWith("/");
  await userEvent.keyboard("gs");
  expect(push).toHaveBeenLastCalledWith("/settings");
  await userEvent.type(screen.getByLabelText("Find"), "gi");
  expect(push).toHaveBeenCalledTimes(2);
});

it("j and k move between rows with something to do, and Enter enters the row", async () => {
  const focused = () => document.activeElement?.textContent;
  await userEvent.keyboard("j");
  expect(focused()).toBe("OneInner");
  await userEvent.keyboard("j");
  expect(document.activeElement?.tagName).toBe("LI");
  expect(focused()).toBe("Two");
  await userEvent.keyboard("j{Enter}");
  expect(document.activeElement?.tagName).toBe("BUTTON");
  await userEvent.keyboard("k");
  expect(focused()).toBe("OneInner");
});

it("/ moves to the page's own search", async () => {
  await userEvent.keyboard("/");
  expect(document.activeElement).toBe(screen.getByLabelText("Find"));
  expect(screen.getByLabelText<HTMLInputElement>("Find").value).toBe("");
});

it("keys without Ctrl can be turned off", async () => {
  turnSingleKeys(false);
  await userEvent.keyboard("go/");
  expect(push).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});
