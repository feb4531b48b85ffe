import { expect, test } from "vitest";
import { envFile } from "./env-file";

test("the .env file contains the bot's token and addresses, and leaves unknown values empty", () => {
  const addresses = { api: "https://chat.harbor.example/", gateway: "wss://gw.harbor.example", version: "9" };
  expect(envFile(addresses, "a.b.c")).toBe(
    "BOT_TOKEN=a.b.c\nAPI_URL=https://chat.harbor.example/api\nAPI_VERSION=9\nGATEWAY_URL=wss://gw.harbor.example\n",
  );
  expect(envFile({ api: null, gateway: null, version: "9" })).toBe(
    "BOT_TOKEN=\nAPI_URL=\nAPI_VERSION=9\nGATEWAY_URL=\n",
  );
});
