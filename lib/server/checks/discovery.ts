import "server-only";
import { isObject } from "@/lib/shared/json/value";
import type { Permit } from "./dial";
import { exchange, readBody } from "./http";
import type { Trail } from "./trail";
import { CheckFailure } from "./words";

/** Maximum size (bytes) of a document. */
const LARGEST = 64 * 1024;

/**
 * Requests one of the documents by which clients find an instance. Of the document's content, the result shows only
 * whether it contains the API's public address.
 */
export async function checkDiscovery(
  trail: Trail,
  url: URL,
  { permit, api }: { permit: Permit; api: string | null },
): Promise<void> {
  const content = await exchange(trail, url, {
    permit,
    name: "Document",
    async read({ status, answer }) {
      if (status !== 200) throw missing(url, status);
      return documentIn(url, (await readBody(answer, LARGEST)).toString("utf8"));
    },
    describe: () => `The document was found at ${url.pathname}.`,
  });
  if (api === null || !URL.canParse(api)) return;
  await trail.step(
    "Address",
    () => {
      if (!content.includes(new URL(api).host)) throw otherAddress();
    },
    () => "The document contains the API public address from the settings.",
  );
}

function documentIn(url: URL, content: string): string {
  try {
    if (isObject(JSON.parse(content))) return content;
  } catch {
    // Reported below.
  }
  throw noDocument(url);
}

const missing = ({ host, pathname }: URL, status: number) =>
  new CheckFailure(
    `The server at ${host} answers with status ${status} at ${pathname}, so clients cannot find the instance by its name. Configure its web server to forward the path to the instance's API.`,
  );

const noDocument = ({ host, pathname }: URL) =>
  new CheckFailure(
    `The response of the server at ${host} at ${pathname} is not the instance's document. Configure its web server to forward the path to the instance's API.`,
  );

const otherAddress = () =>
  new CheckFailure(
    "The document contains a different address than the API public address in the settings, and clients use the one in the document. If the address was changed, restart the instance; otherwise, check which instance responds.",
  );
