import { expect, it } from "vitest";
import { fromDatabaseExport } from "./database-export";

const document = {
  general: { instanceName: 'The "Harbor"', frontPage: null },
  limits: { rate: { enabled: true } },
  regions: { available: [{ id: "north", vip: false }] },
};

const rows = [
  { key: "general_instanceName", value: '"The \\"Harbor\\""' },
  { key: "general_frontPage", value: null },
  { key: "limits_rate_enabled", value: "true" },
  { key: "regions_available_0_id", value: '"north"' },
  { key: "regions_available_0_vip", value: "false" },
];

const csv = (separator: string) =>
  [
    ["key", "value"].join(separator),
    ...rows.map(({ key, value }) =>
      [key, value === null ? "" : `"${value.replaceAll('"', '""')}"`].join(separator),
    ),
  ].join("\r\n");

it.each([
  ["JSON rows", JSON.stringify(rows)],
  [
    "one JSON object",
    JSON.stringify(Object.fromEntries(rows.map(({ key, value }) => [key, value && JSON.parse(value)]))),
  ],
  ["CSV", csv(",")],
  ["CSV with semicolons", csv(";")],
  ["CSV with tabs", csv("\t")],
  [
    "SQL inserts",
    rows
      .map(({ key, value }) => {
        const text = value === null ? "NULL" : `'${value.replaceAll("\\", "\\\\")}'`;
        return `INSERT INTO \`config\` (\`key\`, \`value\`) VALUES ('${key}', ${text});`;
      })
      .join("\n"),
  ],
])("an export of the config table as %s becomes a configuration", (_, text) => {
  expect(JSON.parse(fromDatabaseExport(text) ?? "null")).toEqual(document);
});

it.each(['{"general": {"instanceName": "Harbor"}}', "{}", "[]", "", "key: value", "[1, 2]"])(
  "%j is no such export",
  (text) => {
    expect(fromDatabaseExport(text)).toBeNull();
  },
);

it("a key cannot reach a prototype", () => {
  fromDatabaseExport('[{"key": "a___proto___x", "value": "1"}, {"key": "general_a", "value": "1"}]');
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});

it.each([
  ["JSON rows", `[{"key": "general_instanceId", "value": "1104236891374919681"}]`],
  ["JSON rows with numbers", `[{"key": "general_instanceId", "value": 1104236891374919681}]`],
  ["one JSON object", `{"general_instanceId": 1104236891374919681}`],
  ["CSV", "key,value\ngeneral_instanceId,1104236891374919681\n"],
  ["SQL inserts", "insert into config (key, value) values ('general_instanceId', '1104236891374919681');"],
])("an id keeps its last digits in an export as %s", (_, text) => {
  expect(fromDatabaseExport(text)).toContain('"instanceId": "1104236891374919681"');
});

it("integers that a double can represent, decimals and digits in texts stay as they are", () => {
  const members = String.raw`"a": 9007199254740991, "c": 0.12345678901234567, "d": "x \"1104236891374919681, "`;
  const exported = fromDatabaseExport(`{"general_a": {${members}, "b": -9007199254740993}}`);
  expect(JSON.parse(exported ?? "")).toEqual(
    JSON.parse(`{"general": {"a": {${members}, "b": "-9007199254740993"}}}`),
  );
});
