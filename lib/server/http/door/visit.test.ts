import { expect, test } from "vitest";
import { originForm } from "./visit";

test.each([
  ["/login?next=%2F", "/login?next=%2F"],
  ["http://evil.example/login?x=1", "/login?x=1"],
  ["HTTP://evil.example", "/"],
  ["https://evil.example?x=1", "/?x=1"],
  ["http://user:pass@evil.example:80//api", "//api"],
  ["/http://evil.example/", "/http://evil.example/"],
  ["*", "*"],
  ["", "/"],
])("the target %s is the path %s", (target, path) => expect(originForm(target)).toBe(path));
