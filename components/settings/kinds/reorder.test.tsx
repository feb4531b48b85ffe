// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { ReorderList } from "./reorder";

afterEach(() => {
  cleanup();
  orders.splice(0);
});

/** The items after each change. */
const orders: (readonly string[])[] = [];
const order = () => orders.at(-1) ?? [];

function List({ count }: { count: number }) {
  const [items, setItems] = useState(() => Array.from({ length: count }, (_, nth) => `Region ${nth + 1}`));
  return (
    <ReorderList
      items={items}
      nameOf={(item) => item}
      textOf={(item) => `${item} 10.0.0.${item.replace("Region ", "")}:3004`}
      disabled={false}
      onChange={(next) => {
        orders.push(next);
        setItems(next);
      }}
      renderItem={(item) => <span>{item}</span>}
    />
  );
}

const rows = () => within(screen.getByRole("list")).getAllByRole("listitem");

it("a list of 20 items shows all of them, and a longer list shows the first 20 with a filter", async () => {
  const { unmount } = render(<List count={20} />);
  expect(rows()).toHaveLength(20);
  expect(screen.queryByRole("searchbox")).toBeNull();
  unmount();
  render(<List count={200} />);
  expect(rows()).toHaveLength(20);
  const user = userEvent.setup();
  await user.type(screen.getByRole("searchbox", { name: "Filter 200 items" }), "region 15");
  expect(rows().map((one) => one.querySelector("span")?.textContent)).toEqual([
    "Region 15",
    ...Array.from({ length: 10 }, (_, nth) => `Region 15${nth}`),
  ]);
  const filter = async (text: string) => {
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), text);
  };
  await filter("10.0.0.42:");
  expect(rows().map((one) => one.querySelector("span")?.textContent)).toEqual(["Region 42"]);
  await filter("pier");
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.getByText("No item matches. Change the filter.")).toBeDefined();
  await user.clear(screen.getByRole("searchbox"));
  await user.click(screen.getByRole("button", { name: "Show 180 more" }));
  expect(rows()).toHaveLength(200);
});

it("an item of a long list moves to a typed position", async () => {
  render(<List count={200} />);
  const user = userEvent.setup();
  await user.type(screen.getByRole("searchbox"), "region 150");
  await user.click(screen.getByRole("button", { name: "Move Region 150 to another position" }));
  const position = screen.getByRole("textbox", { name: /^Position of Region 150, from 1 to 200/ });
  expect(screen.getByText("of 200")).toBeDefined();
  await user.clear(position);
  await user.type(position, "0{Enter}");
  expect(orders).toEqual([]);
  expect(screen.getByText("1 to 200")).toBeDefined();
  await user.clear(position);
  await user.type(position, "3{Enter}");
  expect(order().slice(0, 4)).toEqual(["Region 1", "Region 2", "Region 150", "Region 3"]);
  expect(screen.getByRole("status").textContent).toBe("Region 150 is now number 3 of 200");
});

it("an item moves to where it is dropped", () => {
  render(<List count={5} />);
  const dataTransfer = { effectAllowed: "" };
  fireEvent.dragStart(rows()[4]!, { dataTransfer });
  fireEvent.dragOver(rows()[3]!, { dataTransfer });
  fireEvent.drop(rows()[3]!, { dataTransfer });
  expect(order()).toEqual(["Region 1", "Region 2", "Region 3", "Region 5", "Region 4"]);
});

it("the focus follows an item beyond the first 20 and in a filtered list", async () => {
  render(<List count={200} />);
  const user = userEvent.setup();
  const focused = () => document.activeElement?.getAttribute("aria-label");
  screen.getByRole("button", { name: "Move Region 20 down" }).focus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(order()[20]).toBe("Region 20");
  expect(focused()).toBe("Move Region 20 down");
  await user.type(screen.getByRole("searchbox"), "region 150");
  screen.getByRole("button", { name: "Move Region 150 up" }).focus();
  await user.keyboard("{Alt>}{ArrowUp}{ArrowUp}{/Alt}");
  expect(order()[147]).toBe("Region 150");
  expect(focused()).toBe("Move Region 150 up");
  await user.click(screen.getByRole("button", { name: "Remove Region 150" }));
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

it("the focus returns to the button after a position was typed", async () => {
  render(<List count={200} />);
  const user = userEvent.setup();
  const focused = () => document.activeElement?.getAttribute("aria-label");
  const open = () => user.click(screen.getByRole("button", { name: "Move Region 9 to another position" }));
  await open();
  await user.keyboard("{Escape}");
  expect(focused()).toBe("Move Region 9 to another position");
  await open();
  await user.clear(screen.getByRole("textbox"));
  await user.keyboard("2{Enter}");
  expect(order().slice(0, 3)).toEqual(["Region 1", "Region 9", "Region 2"]);
  expect(focused()).toBe("Move Region 9 to another position");
});
