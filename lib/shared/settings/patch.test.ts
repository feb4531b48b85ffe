import { expect, it } from "vitest";
import { configPatch } from "@/lib/shared/contract/config";
import { patchOf } from "./patch";
import { editionOf } from "./editions";

const { registry } = editionOf("neutral");
const base = "a".repeat(64);

it("contains the operations of the save route, the base version and the note", () => {
  const operations = [
    { op: "set", path: "limits.user.maxGuilds", value: 60 },
    { op: "unset", path: "general.instanceName" },
  ] as const;
  const keys = [{ path: "extra.limit", text: "5" }];
  const patch = patchOf({ base, operations, keys, note: "More room" }, registry);
  expect(patch).toEqual({ base, operations, keys, note: "More room" });
  expect(configPatch.parse(JSON.parse(JSON.stringify(patch)))).toMatchObject({ base, operations, keys });
});

it("omits secrets, addresses with a password and texts of unrecognized keys, and names their paths", () => {
  const patch = patchOf(
    {
      base,
      operations: [
        { op: "set", path: "security.jwtSecret", value: "s3cret" },
        { op: "unset", path: "security.requestSignature" },
        { op: "set", path: "general.frontPage", value: "https://a:s3cret@chat.example" },
      ],
      keys: [
        { path: "extra.token", text: '{ "deep": ["s3cret"] }' },
        { path: "extra.old", text: null },
      ],
    },
    registry,
  );
  expect(JSON.stringify(patch)).not.toContain("s3cret");
  expect(patch.omitted).toEqual(["security.jwtSecret", "general.frontPage", "extra.token"]);
  expect(patch.operations).toEqual([{ op: "unset", path: "security.requestSignature" }]);
  expect(patch.keys).toEqual([{ path: "extra.old", text: null }]);
});
