// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Link } from "./link";

vi.mock("next/link", () => ({
  default: ({ prefetch, ...props }: Omit<ComponentProps<"a">, "href"> & { prefetch: boolean | null }) => (
    <a data-prefetch={String(prefetch)} {...props} />
  ),
}));
afterEach(cleanup);

const fetchedAhead = () => screen.getAllByRole("link").map(({ dataset }) => dataset.prefetch);

it("a link is prefetched only after hover or focus, and never with prefetch={false}", async () => {
  const onPointerEnter = vi.fn();
  render(
    <>
      <Link href="/a">A</Link>
      <Link href="/b" prefetch onPointerEnter={onPointerEnter}>
        B
      </Link>
      <Link href="/c" prefetch={false}>
        C
      </Link>
    </>,
  );
  expect(fetchedAhead()).toEqual(["false", "false", "false"]);
  const user = userEvent.setup();
  await user.tab();
  expect(fetchedAhead()).toEqual(["null", "false", "false"]);
  await user.hover(screen.getByText("B"));
  expect(onPointerEnter).toHaveBeenCalledOnce();
  await user.hover(screen.getByText("C"));
  expect(fetchedAhead()).toEqual(["null", "true", "false"]);
});
