import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { shellWord } from "./shell-word";

it("a shell reads a quoted text as it is", () => {
  expect(shellWord("/var/lib/b-1_2.3")).toBe("/var/lib/b-1_2.3");
  const words = ["", "a b", "it's", "$HOME", "`id`", 'a"b\\', "ä\nb", "~", "*"];
  const printed = execFileSync("sh", ["-c", `printf '%s\\0' ${words.map(shellWord).join(" ")}`], {
    encoding: "utf8",
  });
  expect(printed.split("\0").slice(0, -1)).toEqual(words);
});
