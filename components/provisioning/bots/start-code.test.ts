import { expect, test } from "vitest";
import { LIBRARIES, startCode } from "./start-code";

const gateway = "wss://gw.harbor.example";

test("inserts this instance's address for every library, for any spelling of the address", () => {
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

test("uses the instance's API version, and sets the gateway for discord.py", () => {
  const addresses = { api: "https://chat.harbor.example/api", gateway, version: "8" };
  expect(startCode("discord.js", addresses)).toContain('version: "8"');
  expect(startCode("discord.py", addresses)).toContain(`yarl.URL("${gateway}")`);
  expect(startCode("Eris", addresses)).toContain('baseURL: "/api/v8"');
});
