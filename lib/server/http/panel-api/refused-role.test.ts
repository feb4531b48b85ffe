import { expect, test } from "vitest";
import { db } from "@/testing/rooms";
import { listAudit } from "@/lib/server/audit";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel();

// In a file of its own, because refusals within a minute are only counted.
test("a save outside the editor's sections is recorded as a refused role", async () => {
  const editor = await panel.visitor({ username: "lead", role: "editor" });
  const { id } = editor.operator;
  await panel.get("changeOperator", { params: { id }, body: { sections: ["register"] } });
  const body = { operations: [{ op: "set", path: "general.instanceName", value: "Pier" }] };
  expect(await editor.ask("saveConfig", { body })).toMatchObject({
    status: 403,
    body: {
      detail:
        "You can only change settings in these sections: Registration. Nothing was saved, because of general.instanceName.",
    },
  });
  expect(await listAudit(db(), { action: "role.refused" })).toMatchObject([
    { actor: "lead", target: "config.save", outcome: "failed" },
  ]);
});
