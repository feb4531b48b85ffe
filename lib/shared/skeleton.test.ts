import { expect, test } from "vitest";
import { isReserved } from "./author";
import { skeletonOf } from "./skeleton";

test.each([
  ["ѕуѕтем", "system"],
  ["аԁмін", "admih"],
  ["admın", "admin"],
  ["κεερεr", "keeper"],
  ["ΜΑRΑ", "MARA"],
  ["keeрer", "keeper"],
  ["adm1n", "admln"],
  ["modern", "rnodem"],
  ["bo0", "boo"],
  ["ｋｅｅｐｅｒ", "keeper"],
  ["ᎪᎠᎷᎥᎪ", "ADMiA"],
  ["ꓗꓰꓰꓑꓰꓣ", "KEEPER"],
])("the name %s looks like %s", (name, other) => expect(skeletonOf(name)).toBe(skeletonOf(other)));

test.each([
  ["keeper", "keepen"],
  ["josé", "jose"],
  ["мария", "mapna"],
  ["ada", "ida"],
])("the name %s does not look like %s", (name, other) =>
  expect(skeletonOf(name)).not.toBe(skeletonOf(other)),
);

test.each(["system", "SYSTEM", "ѕуѕтем", "the_panel", "command-line", "ІNSTАNСЕ АDМІN", "unknоwn"])(
  "the name %s is reserved",
  (name) => expect(isReserved(name)).toBe(true),
);

test.each(["systems", "pane", "mara", "система"])("the name %s is not reserved", (name) =>
  expect(isReserved(name)).toBe(false),
);
