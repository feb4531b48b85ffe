// @vitest-environment happy-dom
import { specified } from "@/lib/shared/settings/registry";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { KindName } from "@/lib/shared/settings/field";
import { type RenderedSetting, renderSetting } from "@/testing/render-setting";
import { sampleDocument } from "@/testing/sample-document";
import { operationsOf } from "../store/judge";

/*
 * Each case states what the operator does in a control. The test compares the row's text, the form's entry and the
 * operations that a save sends.
 */

interface Case {
  path: string;
  does: (setting: RenderedSetting) => Promise<void>;
  /** Matches the row's texts and the values of its inputs. */
  shows: RegExp;
  /** The setting's entry in the form. */
  holds: object;
  /** The operations that a save sends. Empty if nothing changes. */
  sends: readonly Operation[];
}

const north = {
  id: "north",
  name: "North",
  endpoint: "127.0.0.1:3004",
  vip: false,
  custom: false,
  deprecated: false,
  weight: 3,
};
const signingKey = "k".repeat(40);

const file = () =>
  sampleDocument(
    {
      general: { instanceName: "Harbor" },
      register: { email: { domains: ["a.example"] } },
      regions: { available: [north] },
    },
    ["general.instanceName", "register.email.domains", "regions.available"],
    { secrets: { "security.jwtSecret": "set" } },
  );

const box = ({ row }: RenderedSetting) => within(row).getByRole("textbox");
const press = (setting: RenderedSetting, name: RegExp) =>
  setting.user.click(within(setting.row).getByRole("button", { name }));

/** Moves the focus out of the control, which triggers validation. */
const leave = ({ user }: RenderedSetting) => user.click(document.body);

const types = (text: string) => async (setting: RenderedSetting) => {
  await setting.user.clear(box(setting));
  if (text !== "") await setting.user.type(box(setting), text);
  await leave(setting);
};

const set = (path: string, value: unknown): Operation => ({ op: "set", path, value });

/** A test case in which a save writes exactly the value that the form holds. */
const changes = (path: string, does: Case["does"], shows: RegExp, value: unknown): Case => ({
  path,
  does,
  shows,
  holds: { set: true, value },
  sends: [set(path, value)],
});

const cases: Record<KindName, readonly Case[]> = {
  text: [
    changes("general.instanceName", types("  Lagoon "), /Unsaved \(was Harbor\).*\n {2}Lagoon $/s, "Lagoon"),
    changes(
      "general.instanceName",
      types("My\u00a0Harbor"),
      /a no-break space at position 3/,
      "My\u00a0Harbor",
    ),
    changes("general.instanceName", types(""), /Enter some text, or use the default/, ""),
    {
      path: "general.instanceName",
      does: async (setting) => {
        await types("Lagoon")(setting);
        await press(setting, /^Undo edit/);
      },
      shows: /\nHarbor$/,
      holds: { set: true, value: "Harbor" },
      sends: [],
    },
    {
      path: "general.instanceName",
      does: (setting) => press(setting, /^Use default/),
      shows: /Unsaved \(was Harbor\)/,
      holds: { set: false, value: "Chat instance" },
      sends: [{ op: "unset", path: "general.instanceName" }],
    },
  ],
  url: [
    changes("general.frontPage", types("harbor"), /Enter a full address.*\nharbor$/s, "harbor"),
    changes(
      "general.frontPage",
      types(" https://a.example/ "),
      /Unsaved \(was not set\)/,
      "https://a.example/",
    ),
  ],
  email: [
    changes("general.correspondenceEmail", types("crew"), /Enter an e-?mail address/, "crew"),
    changes(
      "general.correspondenceEmail",
      types("crew@a.example "),
      /Unsaved \(was not set\)/,
      "crew@a.example",
    ),
  ],
  number: [
    changes("limits.rate.ip.count", types("many"), /whole number from 1 to 1,000,000,000/, "many"),
    changes("limits.rate.ip.count", types("500k"), /500,000.*\n500k$/s, 500_000),
    changes("limits.rate.ip.count", ({ user, row }) => arrowUp(user, row), /\n510$/, 510),
  ],
  duration: [
    changes("limits.rate.ip.window", types("2 years"), /Use days, such as 30 days/, "2 years"),
    changes("limits.rate.ip.window", types("1h 30m"), /1 hour 30 minutes.*\n1h 30m$/s, 5_400),
  ],
  bytes: [
    changes("limits.message.maxAttachmentSize", types("25 Mb"), /“Mb” means bits/, "25 Mb"),
    changes("limits.message.maxAttachmentSize", types("25 MB"), /25,000,000 bytes in the file/, 25_000_000),
  ],
  boolean: [
    changes("gif.enabled", ({ user, row }) => user.click(within(row).getByRole("switch")), /Off/, false),
  ],
  enum: [
    changes(
      "security.captcha.service",
      async ({ user, row }) => {
        await user.click(within(row).getByRole("combobox"));
        await user.click(await screen.findByRole("option", { name: /reCAPTCHA/ }));
      },
      /reCAPTCHA/,
      "captchaService1",
    ),
  ],
  snowflake: [
    changes("general.correspondenceUserID", types("#12"), /digits only/, "#12"),
    changes(
      "general.correspondenceUserID",
      types(" 175928847299117063"),
      /Created on 30 April 2016/,
      "175928847299117063",
    ),
  ],
  bitfield: [
    changes("register.defaultRights", types("rights"), /whole number/, "rights"),
    changes("register.defaultRights", types("1 "), /^.*1 of \d+ rights: Operator.*\n1 $/s, "1"),
    changes(
      "register.defaultRights",
      async (setting) => {
        await press(setting, /^Choose rights/);
        const dialog = within(await screen.findByRole("dialog"));
        await setting.user.click(dialog.getByRole("button", { name: "None" }));
        await setting.user.click(dialog.getByRole("checkbox", { name: "Operator" }));
        await setting.user.click(dialog.getByRole("button", { name: "Use these rights" }));
      },
      /\n1$/,
      "1",
    ),
  ],
  secret: [
    {
      path: "security.jwtSecret",
      does: async (setting) => {
        await press(setting, /^Replace/);
        await setting.user.type(within(setting.row).getByPlaceholderText("New value"), "short");
        await leave(setting);
      },
      shows: /Use at least 32 characters/,
      holds: { set: true, action: "replace", value: "short" },
      sends: [set("security.jwtSecret", "short")],
    },
    {
      path: "security.jwtSecret",
      does: async (setting) => {
        await press(setting, /^Replace/);
        await setting.user.type(within(setting.row).getByPlaceholderText("New value"), `“${signingKey}”`);
        await leave(setting);
      },
      shows: /the curly quote “ at position 1/,
      holds: { set: true, action: "replace", value: `“${signingKey}”` },
      sends: [set("security.jwtSecret", `“${signingKey}”`)],
    },
    {
      path: "security.jwtSecret",
      does: async (setting) => {
        await press(setting, /^Replace/);
        await setting.user.type(within(setting.row).getByPlaceholderText("New value"), signingKey);
      },
      shows: /Unsaved \(was set\)/,
      holds: { set: true, action: "replace", value: signingKey },
      sends: [set("security.jwtSecret", signingKey)],
    },
    {
      path: "security.jwtSecret",
      does: (setting) => press(setting, /^Clear/),
      shows: /Will be cleared/,
      holds: { set: true, action: "clear", value: "" },
      sends: [{ op: "unset", path: "security.jwtSecret" }],
    },
    {
      path: "security.jwtSecret",
      does: async (setting) => {
        await press(setting, /^Replace/);
        await press(setting, /^Cancel/);
      },
      shows: /Default: generated at first start/,
      holds: { set: true, action: "keep", value: "" },
      sends: [],
    },
  ],
  "string-list": [
    changes("register.email.domains", types("b.example{Enter}"), /2 domains/, ["a.example", "b.example"]),
    changes("register.email.domains", (setting) => press(setting, /^Remove a\.example/), /No domain/, []),
    {
      path: "register.email.domains",
      does: types("crew@a.example{Enter}"),
      shows: /“crew@a\.example” was not added: Enter a domain/,
      holds: { set: true, value: ["a.example"] },
      sends: [],
    },
  ],
  "feature-list": [changes("guild.defaultFeatures", types("HARBOR{Enter}"), /HARBOR\s*Custom/, ["HARBOR"])],
  "region-list": [
    changes(
      "regions.available",
      async (setting) => {
        await press(setting, /^Edit North/);
        const dialog = within(await screen.findByRole("dialog"));
        const name = dialog.getByLabelText("Region name");
        await setting.user.clear(name);
        await setting.user.type(name, " South ");
        await setting.user.click(dialog.getByRole("button", { name: "Update region" }));
      },
      /South/,
      [{ ...north, name: "South" }],
    ),
  ],
};

async function arrowUp(user: RenderedSetting["user"], row: HTMLElement): Promise<void> {
  await user.click(within(row).getByRole("textbox"));
  await user.keyboard("{Shift>}{ArrowUp}{/Shift}");
}

const shown = (row: HTMLElement): string =>
  [row.textContent, ...[...row.querySelectorAll("input")].map(({ value }) => value)].join("\n");

describe.each(Object.entries(cases))("%s", (_, ofKind) => {
  it.each(ofKind)("edits $path, and the row shows $shows", async ({ path, does, shows, holds, sends }) => {
    const setting = await renderSetting(path, file());
    await does(setting);
    await waitFor(() => expect(shown(setting.row)).toMatch(shows));
    expect(setting.store.entryAt(path)).toEqual(holds);
    expect(operationsOf(setting.store.draftEntries(), specified)).toEqual(sends);
  });
});

it("a list edited as text follows another operator's save and “Undo edit”", async () => {
  const path = "register.email.domains";
  const setting = await renderSetting(path, file());
  await press(setting, /^Edit as text/);
  setting.store.receive(
    sampleDocument({ register: { email: { domains: ["theirs.example"] } } }, [path], { etag: "b" }),
  );
  const text = () => within(setting.row).getByRole<HTMLTextAreaElement>("textbox").value;
  await waitFor(() => expect(text()).toBe("theirs.example"));
  await setting.user.type(box(setting), "{Enter}mine.example,");
  expect(text()).toBe("theirs.example\nmine.example,");
  expect(setting.store.entryAt(path).value).toEqual(["theirs.example", "mine.example"]);
  await press(setting, /^Undo edit/);
  expect(text()).toBe("theirs.example");
});
