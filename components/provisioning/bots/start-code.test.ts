import { expect, test } from "vitest";
import { envFile, LIBRARIES, startCode } from "./start-code";

const gateway = "wss://gw.harbor.example";

test("sample code contains the instance's address in the library's format, without a repeated /api", () => {
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

test("the .env file contains the bot's token and addresses, and leaves unknown values empty", () => {
  const addresses = { api: "https://chat.harbor.example/", gateway: "wss://gw.harbor.example", version: "9" };
  expect(envFile(addresses, "a.b.c")).toBe(
    "BOT_TOKEN=a.b.c\nAPI_URL=https://chat.harbor.example/api\nAPI_VERSION=9\nGATEWAY_URL=wss://gw.harbor.example\n",
  );
  expect(envFile({ api: null, gateway: null, version: "9" })).toBe(
    "BOT_TOKEN=\nAPI_URL=\nAPI_VERSION=9\nGATEWAY_URL=\n",
  );
});
