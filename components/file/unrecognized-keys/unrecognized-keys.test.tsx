// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { useConfigStore } from "@/components/settings/store/config-form";
import type { ConfigStore } from "@/components/settings/store/config-store";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { SectionKeys } from "./section-keys";
import { UnrecognizedKeys } from "./unrecognized-keys";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders the page for a file with these keys. A fake panel returns their values. */
function rendered(keys: Record<string, string>, shown: Record<string, string> = {}) {
  const unknown = [...Object.keys(keys), ...Object.keys(shown)];
  const file = sampleDocument({}, [], { etag: "a", unknown, shown });
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const path = new URL(address, "http://panel").searchParams.get("path");
    if (path === null) return Promise.resolve(Response.json(file));
    asked.push(path);
    return Promise.resolve(Response.json({ path, etag: "a", text: keys[path] }));
  });
  const stores: ConfigStore[] = [];
  const Reporter = () => {
    const store = useConfigStore();
    return <span ref={() => void stores.splice(0, 1, store)} />;
  };
  const page = (visit: number) => (
    <WithConfig file={file}>
      <Reporter />
      <UnrecognizedKeys key={visit} />
    </WithConfig>
  );
  const { rerender } = render(page(1));
  return {
    user: userEvent.setup(),
    asked,
    changes: () => stores[0]!.keys.changes(),
    /** Leaves the page and opens it again. */
    again: () => rerender(page(2)),
  };
}

it("a value without text is edited without a request", async () => {
  const { user, asked, changes } = rendered({}, { lamp: "true", range: "12" });
  expect(screen.queryByRole("button", { name: /^(Show|Hide) / })).toBeNull();
  await user.click(screen.getByRole("switch", { name: "Value of lamp" }));
  await user.type(screen.getByRole("textbox", { name: "Value of range" }), "5");
  expect(changes()).toEqual([
    { path: "lamp", text: "false" },
    { path: "range", text: "125" },
  ]);
  expect(asked).toEqual([]);
});

it("an unrecognized key's value is fetched on request and edited in a control for its type", async () => {
  const { user, asked, changes } = rendered({ lamp: "true", range: "12", name: '"pier"' });
  expect(asked).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Show lamp" }));
  await user.click(await screen.findByRole("switch", { name: "Value of lamp" }));
  expect(asked).toEqual(["lamp"]);
  await user.click(screen.getByRole("button", { name: "Show range" }));
  await user.type(await screen.findByRole("textbox", { name: "Value of range" }), "5");
  await user.click(screen.getByRole("button", { name: "Show name" }));
  await user.type(await screen.findByRole("textbox", { name: "Value of name" }), ' "new"');
  expect(changes()).toEqual([
    { path: "lamp", text: "false" },
    { path: "range", text: "125" },
    { path: "name", text: '"pier \\"new\\""' },
  ]);
});

it("an invalid value of an unrecognized key shows an error, and its edit can be undone", async () => {
  const { user, changes } = rendered({ range: "12" });
  await user.click(screen.getByRole("button", { name: "Show range" }));
  const box = await screen.findByRole("textbox", { name: "Value of range" });
  await user.type(box, "x");
  expect(await screen.findByText("Enter a number, such as 12 or 0.5.")).toBeDefined();
  expect(box.getAttribute("aria-invalid")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Undo edit of range" }));
  expect(changes()).toEqual([]);
  expect((screen.getByRole("textbox", { name: "Value of range" }) as HTMLInputElement).value).toBe("12");
});

it("an unrecognized list is edited item by item, and an object is edited as JSON", async () => {
  const { user, changes } = rendered({ depths: "[1, 2]", nested: '{ "a": 1 }' });
  await user.click(screen.getByRole("button", { name: "Show depths" }));
  await user.click(await screen.findByRole("button", { name: "Remove item 1 of depths" }));
  await user.click(screen.getByRole("button", { name: "Add item to depths" }));
  await user.clear(screen.getByRole("textbox", { name: "Item 2 of depths" }));
  await user.type(screen.getByRole("textbox", { name: "Item 2 of depths" }), "7.5");
  expect(changes()).toEqual([{ path: "depths", text: "[2, 7.5]" }]);
  await user.click(screen.getByRole("button", { name: "Edit as JSON: depths" }));
  expect(
    (screen.getByRole("textbox", { name: "Value of depths as JSON" }) as HTMLTextAreaElement).value,
  ).toBe("[2, 7.5]");
  await user.click(screen.getByRole("button", { name: "Show nested" }));
  const nested = await screen.findByRole("textbox", { name: "Value of nested as JSON" });
  await user.clear(nested);
  await user.type(nested, "{{ cut");
  expect(screen.getByText(/^Line 1, column 3: /)).toBeDefined();
});

it("if an edit changes a value's type, the page shows the value in the JSON editor", async () => {
  const { user, changes, again } = rendered({ name: '"pier"' });
  await user.click(screen.getByRole("button", { name: "Show name" }));
  await user.click(await screen.findByRole("button", { name: "Edit as JSON: name" }));
  const box = screen.getByRole("textbox", { name: "Value of name as JSON" });
  await user.clear(box);
  await user.type(box, "[[1]");
  again();
  expect((screen.getByRole("textbox", { name: "Value of name as JSON" }) as HTMLTextAreaElement).value).toBe(
    "[1]",
  );
  expect(changes()).toEqual([{ path: "name", text: "[1]" }]);
});

it("an unrecognized key can be removed without showing its value", async () => {
  const { user, asked, changes } = rendered({ lamp: "true" });
  await user.click(screen.getByRole("button", { name: "Remove lamp" }));
  expect(changes()).toEqual([{ path: "lamp", text: null }]);
  expect(asked).toEqual([]);
});

it("a section's page lists only the unrecognized keys of the section, in the file's spelling", async () => {
  const unknown = ["rabbitmq.cluster", "limits.message.maxPolls", "components.maxButtons", "pier"];
  const file = sampleDocument({}, [], { naming: "branded", unknown });
  const keysOf = async (section: string, count: number) => {
    render(
      <WithConfig file={file}>
        <SectionKeys section={section} />
      </WithConfig>,
    );
    await waitFor(() => expect(screen.queryAllByRole("listitem")).toHaveLength(count));
    const found = screen.queryAllByRole("listitem").map(({ id }) => id);
    cleanup();
    return found;
  };
  expect(await keysOf("broker", 1)).toEqual(["rabbitmq.cluster"]);
  expect(await keysOf("limits", 2)).toEqual(["limits.message.maxPolls", "components.maxButtons"]);
  expect(await keysOf("general", 0)).toEqual([]);
});
