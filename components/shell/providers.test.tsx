// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { onRouterTransitionStart } from "@/instrumentation-client";
import { WithRouter } from "@/testing/with-router";
import { PendingBar } from "./providers";

const barAt = (pathname: string) => (
  <WithRouter pathname={pathname}>
    <PendingBar />
  </WithRouter>
);

afterEach(cleanup);

const start = (url: string) => act(() => onRouterTransitionStart(url));
const bar = () => screen.queryByRole("progressbar", { name: "Loading page" });

it("the progress bar is shown from the start of a navigation until the page appears", () => {
  const { rerender } = render(barAt("/"));
  expect(bar()).toBeNull();
  start("/settings/api");
  expect(bar()).not.toBeNull();
  start("/guilds");
  expect(bar()).not.toBeNull();
  rerender(barAt("/guilds"));
  expect(bar()).toBeNull();
});

it("the progress bar is not shown for links within the page", () => {
  render(barAt("/guilds"));
  start("/guilds#below");
  expect(bar()).toBeNull();
  start("/guilds?before=3");
  expect(bar()).not.toBeNull();
  start("/guilds");
  expect(bar()).toBeNull();
});
