// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { useForm, useWatch } from "react-hook-form";
import { afterEach, expect, it, vi } from "vitest";
import { Input, Textarea } from "./input";

afterEach(() => document.body.replaceChildren());

/** Renders the page on the server, types into its control, and then hydrates the page. */
async function hydrated(page: () => React.ReactElement, typed: string): Promise<HTMLInputElement> {
  const Page = page;
  const root = document.createElement("div");
  root.innerHTML = renderToString(<Page />);
  document.body.append(root);
  const control = root.querySelector<HTMLInputElement>("input, textarea")!;
  control.value = typed;
  await act(async () => hydrateRoot(root, <Page />));
  return control;
}

const seen = vi.fn();

function Controlled({ initial }: { initial: string }) {
  const [text, setText] = useState(initial);
  seen(text);
  return <Input value={text} onChange={(event) => setText(event.target.value)} />;
}

function Registered() {
  const form = useForm({ defaultValues: { name: "" } });
  seen(useWatch({ control: form.control, name: "name" }));
  return <Input {...form.register("name")} />;
}

function Multiline() {
  const [text, setText] = useState("");
  seen(text);
  return <Textarea value={text} onChange={(event) => setText(event.target.value)} />;
}

it.each([
  ["an empty input", () => <Controlled initial="" />],
  ["an input with a value", () => <Controlled initial="before" />],
  ["an input of a form", Registered],
  ["a text of several lines", () => <Multiline />],
])("the script for %s preserves text that was typed before the script loaded", async (_name, page) => {
  seen.mockClear();
  const control = await hydrated(page, "typed early");
  expect(control.value).toBe("typed early");
  expect(seen).toHaveBeenLastCalledWith("typed early");
});

it("a control stays unchanged if nothing was typed before its script loaded", async () => {
  seen.mockClear();
  const control = await hydrated(() => <Controlled initial="before" />, "before");
  expect(control.value).toBe("before");
  expect(new Set(seen.mock.calls.flat())).toEqual(new Set(["before"]));
});
