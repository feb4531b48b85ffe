// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { onRouterTransitionStart } from "@/instrumentation-client";
import { PendingBar } from "./pending-bar";

let pathname = "/";
vi.mock("next/navigation", () => ({
  usePathname: () => pathname,
  useSearchParams: () => new URLSearchParams(),
}));

afterEach(cleanup);

const start = (url: string) => act(() => onRouterTransitionStart(url));
const bar = () => screen.queryByRole("progressbar", { name: "Loading page" });

it("is there from the start of a navigation until its page is shown", () => {
  const { rerender } = render(<PendingBar />);
  expect(bar()).toBeNull();
  start("/settings/api");
  expect(bar()).not.toBeNull();
  start("/guilds");
  expect(bar()).not.toBeNull();
  pathname = "/guilds";
  rerender(<PendingBar />);
  expect(bar()).toBeNull();
});

it("is not there for a place on the same page", () => {
  render(<PendingBar />);
  start(`${pathname}#below`);
  expect(bar()).toBeNull();
  start(`${pathname}?before=3`);
  expect(bar()).not.toBeNull();
  start(pathname);
  expect(bar()).toBeNull();
});
