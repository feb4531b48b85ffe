import "server-only";
import { AppError } from "@/lib/errors";
import type { Permit } from "./dial";
import { exchange, readBody } from "./http";
import { CheckFailure, Trail } from "./trail";

/** Maximum size of a list (bytes). Public lists of 100,000 domains have about 1.5 MiB. */
const largest = 4 * 1024 * 1024;
const limitMs = 20_000;

/**
 * Leaves out comments (`#` or `//`) and blank lines. Does not follow redirects, because they could lead to a
 * private address.
 * @throws AppError `invalid-input`; `bad-gateway` with the reason if there is no list at the address
 */
export async function downloadList(
  address: string,
  permit: Permit,
  canceled: AbortSignal,
): Promise<string[]> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new AppError(
      "invalid-input",
      "Enter the full address of a list, such as https://example.org/list.txt.",
    );
  let items: string[] | undefined;
  const steps = await new Trail(canceled, limitMs).follow(async (trail) => {
    items = await exchange(trail, url, {
      permit,
      name: "Answer",
      read: async ({ status, headers, answer }) => {
        const fault = faultOf(status, headers.location, String(headers["content-type"] ?? ""));
        if (fault !== undefined) throw new CheckFailure(fault);
        const body = await readBody(answer, largest);
        if (body.length > largest)
          throw new CheckFailure("The list is larger than 4 MiB. Use a shorter list.");
        return entriesOf(body.toString("utf8"));
      },
      describe: (entries) => `The list has ${entries.length} entries.`,
    });
  });
  if (items === undefined)
    throw new AppError("bad-gateway", `The list was not downloaded. ${steps.at(-1)?.message ?? ""}`.trim());
  return items;
}

function faultOf(status: number, location: string | undefined, type: string): string | undefined {
  if (status >= 300 && status < 400)
    return `The address redirects to ${location ?? "another address"}. Enter that address instead.`;
  if (status !== 200) return `The server responded with status ${status}. Check the address.`;
  return type.includes("html")
    ? "The address leads to a web page. Enter the address of the plain text."
    : undefined;
}

function entriesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const entries = lines.map((line) => line.trim()).filter((line) => line !== "" && !/^(?:#|\/\/)/.test(line));
  return [...new Set(entries)];
}
