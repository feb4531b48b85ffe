// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Check, CircleAlert } from "lucide-react";
import { afterEach, expect, it } from "vitest";
import { StatePill } from "./state-pill";

afterEach(cleanup);

it("the pill shows the first state, and its menu lists all states as links", async () => {
  render(
    <StatePill
      items={[
        { href: "/", tone: "danger", icon: CircleAlert, short: "Down", words: "Down: API" },
        {
          href: "/running",
          tone: "warning",
          icon: Check,
          count: 2,
          short: "to apply",
          words: "2 changes to apply",
        },
      ]}
    />,
  );
  const pill = screen.getByRole("button", { name: /^Down ?, 2 changes to apply$/ });
  await userEvent.click(pill);
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => [item.textContent, item.getAttribute("href")])).toEqual([
    ["Down: API", "/"],
    ["2 changes to apply", "/running"],
  ]);
});
