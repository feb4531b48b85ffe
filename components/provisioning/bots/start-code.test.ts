import { expect, test } from "vitest";
import { LIBRARIES, startCode } from "./start-code";

const gateway = "wss://gw.harbor.example";

test("sample code contains the instance's address as each library needs it, with or without /api in the settings", () => {
  for (const api of ["https://chat.harbor.example", "https://chat.harbor.example/api/"])
    for (const library of LIBRARIES) {
      const code = startCode(library, { api, gateway, version: "9" });
      expect(code, library).toMatch(
        library === "Eris" ? '"chat.harbor.example"' : "https://chat.harbor.example/api",
      );
      expect(code, library).not.toMatch(/api\/api|\/\/v9|example\.org/);
      expect(code, library).toContain("BOT_TOKEN");
    }
});

test("sample code contains the instance's API version and, for discord.py, the gateway", () => {
  const addresses = { api: "https://chat.harbor.example/api", gateway, version: "8" };
  expect(startCode("discord.js", addresses)).toContain('version: "8"');
  expect(startCode("discord.py", addresses)).toContain(`yarl.URL("${gateway}")`);
  expect(startCode("Eris", addresses)).toContain('baseURL: "/api/v8"');
});
