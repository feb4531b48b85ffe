import "server-only";
import { createReadStream } from "node:fs";

/** Only line feeds end a line. In Node 24, `readline` also ends lines at U+2028 and U+2029, which JSON does not escape. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const part of createReadStream(/* turbopackIgnore: true */ path, "utf8")) {
    const [first = "", ...lines] = String(part).split("\n");
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== "") yield rest;
}
