import { expect, test } from "vitest";
import { isSnowflake, snowflakeTime } from "./snowflake";

test("returns the creation time that an id contains", () => {
  expect(snowflakeTime("175928847299117063")).toBe(Date.UTC(2016, 3, 30, 11, 18, 25, 796));
});

test.each(["1", "9223372036854775807"])("accepts the id %s", (text) => expect(isSnowflake(text)).toBe(true));
test.each([
  "",
  "0",
  "01",
  "-1",
  "1.0",
  "1e3",
  " 1",
  "9223372036854775808",
  "99999999999999999999",
  "１",
  "1\u0000",
])("refuses %j as an id", (text) => expect(isSnowflake(text)).toBe(false));
