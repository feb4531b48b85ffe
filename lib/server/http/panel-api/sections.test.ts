import { thePanel } from "@/lib/shared/author";
import { db, operators, theRooms } from "@/testing/rooms";
import { expect, test } from "vitest";
import type { AppError } from "@/lib/errors";
import { routes } from "@/lib/shared/contract";
import type { Route } from "@/lib/shared/contract/route";
import { editionOf } from "@/lib/shared/settings/editions";
import { checkPaths, checkWholeFile, limitRefusal } from "./sections";
import type { Session } from "@/lib/server/operators/session-store";
import { openTestPanel, type RouteName, type Sent, type Visitor } from "@/testing/test-panel";

const panel = openTestPanel();

let count = 0;
async function limited(sections: string[] | null, role: "editor" | "owner" = "editor"): Promise<Visitor> {
  const visitor = await panel.visitor({ username: `lead-${(count += 1)}`, role });
  const params = { id: visitor.operator.id };
  const changed = await panel.get("changeOperator", { params, body: { sections } });
  expect(changed.sections).toEqual(sections ?? undefined);
  return visitor;
}

/** A session of a limited editor that no request can end. */
const lead: Session = {
  id: "1",
  role: "editor",
  isProved: true,
  needsFactor: false,
  operator: {
    id: 1,
    username: "lead",
    userId: null,
    role: "editor",
    sections: ["register", "limits"],
    disabled: false,
    mustChangePassword: false,
    isProvided: false,
    createdAt: 0,
  },
};

test.each(Object.entries(routes) as [RouteName, Route][])(
  "a limited editor may call %s only if it is for viewers or checks each setting",
  (_, route) => {
    const isAllowed = route.role === "viewer" || route.limited === true;
    expect(limitRefusal(lead, route)).toBe(
      isAllowed
        ? null
        : "You can only change settings in these sections: Registration, Limits. Ask an owner to do this.",
    );
    expect(limitRefusal({ ...lead, role: "owner" }, route)).toBeNull();
  },
);

test("a limited editor does not choose how the whole file is spelled", async () => {
  const editor = await limited(["register"]);
  await panel.write({ register: { disabled: false } });
  const namings = () => db().selectFrom("meta").selectAll().where("key", "like", "naming:%").execute();
  const before = await namings();
  const body = { naming: "branded", operations: [{ op: "set", path: "register.disabled", value: true }] };
  expect((await editor.ask("saveConfig", { body })).status).toBe(403);
  expect(await namings()).toEqual(before);
  expect(panel.read()).toEqual({ register: { disabled: false } });
});

test("a limited editor cannot change other sections in any way", async () => {
  const editor = await limited(["register"]);
  const file = {
    register: { disabled: false },
    general: { instanceName: "Harbor" },
    limits: { user: { maxGuilds: 60, maxUsernam: 30 } },
    buoys: 1,
  };
  await panel.write(file);
  const { etag } = await panel.get("readConfig");
  const [{ id: first } = { id: 0 }] = (await panel.get("listRevisions")).revisions;
  const set = (path: string, value: unknown) => ({ op: "set", path, value });
  const guilds = set("limits.user.maxGuilds", 70);
  await panel.get("saveConfig", { body: { operations: [set("general.instanceName", "Pier")] } });
  // Somebody undoes the name outside the panel, and an owner changes a limit.
  await panel.write(file);
  await panel.get("saveConfig", { body: { operations: [guilds] } });
  const [{ id: last } = { id: 0 }] = (await panel.get("listRevisions")).revisions;
  const proposed = { title: "More guilds", operations: [set("limits.user.maxGuilds", 80)] };
  const git = { author: thePanel, operatorId: null };
  const proposals = [
    await editor.get("createProposal", { body: proposed }),
    await panel.get("createProposal", { body: proposed }),
    await theRooms().panel.proposals.create(git, {
      title: proposed.title,
      operations: [{ op: "set", path: "limits.user.maxGuilds", value: 80 }],
    }),
  ];
  const before = panel.read();
  const close = set("register.disabled", true);
  const ways: [RouteName, Sent][] = [
    ["saveConfig", { body: { operations: [close, set("limits.user.maxGuilds", 80)] } }],
    ["saveConfig", { body: { operations: [close], keys: [{ path: "buoys", text: "2" }] } }],
    [
      "saveConfig",
      { body: { operations: [close], repairs: [{ kind: "move", path: "limits.user.maxUsernam" }] } },
    ],
    ["saveConfig", { body: { operations: [close], naming: "branded" } }],
    ["saveRawConfig", { body: { text: JSON.stringify({ register: { disabled: true } }) } }],
    ["saveOtherKey", { body: { path: "buoys", text: "2" } }],
    ["removeOtherKey", { query: { path: "buoys" } }],
    ["undoSave", { body: { to: etag } }],
    ["restoreRevision", { params: { id: first }, body: {} }],
    ["restoreRevision", { params: { id: first }, body: { paths: ["limits.user.maxGuilds"] } }],
    ["undoChange", { params: { id: last }, body: {} }],
    ["restoreUndone", { body: {} }],
    ["dismissUndone", {}],
    ["createConfigFile", { body: {} }],
    ["closeConfigFile", {}],
    ["chooseHistory", { body: { history: "1" } }],
    ["applyFile", { body: {} }],
    ["restoreBackup", { params: { id: "1" }, body: { withConfig: true } }],
    ...proposals.map(({ id }): [RouteName, Sent] => ["saveProposal", { params: { id }, body: {} }]),
  ];
  for (const [name, sent] of ways) {
    const { status } = await editor.ask(name, sent);
    expect([name, sent, status, panel.read()]).toEqual([name, sent, 403, before]);
  }
  expect((await editor.ask("saveConfig", { body: { operations: [close] } })).status).toBe(200);
});

test("only an editor with a limit is refused what concerns the whole file", () => {
  expect(() => checkWholeFile(lead, "naming")).toThrow(
    expect.objectContaining({ code: "forbidden", details: { refused: "naming" } }),
  );
  const whole = { ...lead, operator: { ...lead.operator, sections: undefined } };
  expect(checkWholeFile(whole, "naming")).toBeUndefined();
  expect(checkWholeFile({ ...lead, role: "owner" }, "naming")).toBeUndefined();
});

test("a limited editor is refused before the request is read", async () => {
  const editor = await limited(["register"]);
  for (const name of ["saveRawConfig", "applyFile", "provision", "userToken", "createGuild"] as const)
    expect([name, await editor.ask(name, { body: "{" })]).toMatchObject([
      name,
      { status: 403, body: { detail: expect.stringMatching(/^You can only change settings/) as unknown } },
    ]);
});

test("a limited editor counts as a viewer in everything besides settings", async () => {
  const { operator } = await limited(["register"]);
  expect(await operators().roleOfKey(`operator ${operator.id}`)).toBe("viewer");
  await panel.get("changeOperator", { params: { id: operator.id }, body: { sections: null } });
  expect(await operators().roleOfKey(`operator ${operator.id}`)).toBe("editor");
});

test("a limited editor may change every setting of the sections, and no other setting", () => {
  const { registry } = editionOf("neutral");
  const refusedFor = (session: Session, path: string) => {
    try {
      return checkPaths(session, [path], registry);
    } catch (error) {
      return (error as AppError).details.refused;
    }
  };
  const full = { ...lead, operator: { ...lead.operator, sections: undefined } };
  for (const { path, ownersOnly } of registry.fields) {
    const isMine = ["register", "limits"].includes(registry.sectionOf(path)?.id ?? "") && !ownersOnly;
    expect([path, refusedFor(lead, path)]).toEqual([path, isMine ? undefined : path]);
    expect([path, refusedFor(full, path)]).toEqual([path, ownersOnly ? path : undefined]);
    expect([path, refusedFor({ ...lead, role: "owner" }, path)]).toEqual([path, undefined]);
  }
  expect(registry.fields.filter(({ ownersOnly }) => ownersOnly).length).toBeGreaterThan(0);
});

test("an editor saves settings of their sections, and an owner with a former limit saves all", async () => {
  const [editor, owner] = [await limited(["register", "limits"]), await limited(["register"], "owner")];
  const save = (by: Visitor, path: string, value: unknown) =>
    by.ask("saveConfig", { body: { operations: [{ op: "set", path, value }] } });
  expect((await save(editor, "limits.user.maxBio", 12)).status).toBe(200);
  expect((await save(owner, "general.instanceName", "Pier")).status).toBe(200);
  expect(panel.read()).toMatchObject({ limits: { user: { maxBio: 12 } }, general: { instanceName: "Pier" } });
});

test("only owners change the trusted proxies", async () => {
  const editor = await limited(null);
  for (const path of ["security.trustedProxies", "security.forwardedFor"]) {
    const body = { operations: [{ op: "set", path, value: "loopback" }] };
    expect((await editor.ask("saveConfig", { body })).status).toBe(403);
    expect((await panel.ask("saveConfig", { body })).status).toBe(200);
  }
});

test("unknown sections are refused, and an unknown key outside the sections cannot be changed", async () => {
  const { id } = (await limited(null)).operator;
  const change = (sections: unknown) => panel.ask("changeOperator", { params: { id }, body: { sections } });
  expect((await change(["register", "buoys"])).status).toBe(422);
  expect((await change([])).status).toBe(422);
  const editor = await limited(["register"]);
  await panel.write({ buoys: 1, register: { buoys: 1 } });
  const key = (path: string) =>
    editor.ask("saveConfig", { body: { operations: [], keys: [{ path, text: "4" }] } });
  expect((await key("buoys")).status).toBe(403);
  expect((await key("register.buoys")).status).toBe(200);
});
