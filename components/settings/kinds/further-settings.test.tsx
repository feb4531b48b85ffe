// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderSetting } from "@/testing/render-setting";
import { sampleDocument } from "@/testing/sample-document";
import { defaultDocument, setAt } from "@/lib/shared/settings/values";
import { operationsOf } from "../store/judge";

const branded = sampleDocument({}, [], { naming: "branded" });

it("a setting that exists only in one edition is edited and sent like any other setting", async () => {
  const { user, store } = await renderSetting("email.emailApi1.username", branded);
  await user.type(screen.getByLabelText("Mailgun username"), " api ");
  expect(operationsOf(store.draftEntries(), store.edition().registry)).toEqual([
    { op: "set", path: "email.emailApi1.username", value: "api" },
  ]);
});

it("a setting's row names its replacement, or the environment variable that can override it", async () => {
  const unused = await renderSetting("register.blockProxies", branded);
  expect(unused.row.textContent).toContain("Use the refused threat types under Abuse protection instead.");
  const elsewhere = await renderSetting("broker.host", branded);
  expect(elsewhere.row.textContent).toContain("RABBITMQ_HOST");
});

it("a list with only an empty string is shown as empty", async () => {
  const { user, row, store } = await renderSetting("register.blockAsns", branded);
  expect(row.textContent).toContain("No network");
  expect(row.textContent).not.toContain("mpty text");
  await user.type(screen.getByPlaceholderText(/AS|network/), "AS64496{Enter}");
  expect(store.entryAt("register.blockAsns").value).toEqual(["AS64496"]);
});

it.each([
  ["limits.user.maxBio", 12000, "12,000"],
  ["limits.user.maxBio", 2525, "2,525"],
  ["email.smtp.port", 25252, "25252"],
])(
  "the input for %s shows the value %s as %s, and no other text in the row repeats the value",
  async (path, value, shown) => {
    const values = defaultDocument();
    setAt(values, path, value);
    const { row } = await renderSetting(path, sampleDocument(values, [path]));
    expect(row.querySelector<HTMLInputElement>("input[type=text], input:not([type])")?.value).toBe(shown);
    const once = new RegExp(`${value}|${value.toLocaleString("en")}`, "g");
    expect(row.textContent).not.toMatch(once);
  },
);

it("a setting mentions no replacement if the file's edition has none", async () => {
  const { row } = await renderSetting("register.blockProxies", sampleDocument({}, []));
  expect(row.textContent).not.toContain("instead");
});

it("the region dialog accepts the address of a voice gateway", async () => {
  const { user, store } = await renderSetting("regions.available", branded);
  await user.click(screen.getByRole("button", { name: "Add region" }));
  await user.type(await screen.findByLabelText("Region id"), "eu");
  await user.type(screen.getByLabelText("Region name"), "Europe");
  const endpoint = screen.getByLabelText("Region endpoint");
  expect(endpoint.getAttribute("aria-describedby")).not.toBeNull();
  await user.clear(endpoint);
  await user.type(endpoint, "ws://voice.example.org:3004");
  await user.click(screen.getAllByRole("button", { name: "Add region" }).at(-1)!);
  expect(store.entryAt("regions.available").value).toMatchObject([
    { id: "spacebar" },
    { id: "eu", endpoint: "ws://voice.example.org:3004" },
  ]);
});

it.each([
  ["a.example", "Read 1 entry. Nothing is new to the list.", "Add 0 entries"],
  ["a.example\nb.example", "1 → 2 entries", "Add 1 entry"],
])("adding the file %j shows how many of its entries are new", async (content, status, action) => {
  const path = "register.email.domains";
  const { user } = await renderSetting(
    path,
    sampleDocument({ register: { email: { domains: ["a.example"] } } }, [path]),
  );
  await user.click(screen.getByRole("button", { name: /^Add from a file/ }));
  await user.upload(await screen.findByLabelText("Or a file"), new File([content], "domains.txt"));
  expect(await screen.findByText(status)).toBeDefined();
  expect(screen.getByRole("button", { name: action })).toBeDefined();
});
