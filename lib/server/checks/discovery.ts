import "server-only";
import { isObject } from "@/lib/shared/json/value";
import { dial, type Permit } from "./dial";
import { endpointOf } from "./endpoints";
import { ask, readBody } from "./http";
import type { Trail } from "./trail";
import { CheckFailure } from "./words";

/** More than such a document has, in bytes. */
const LARGEST = 64 * 1024;

/**
 * Asks for one of the documents by which clients find an instance. Of its content, only whether it names the API's
 * public address is told.
 */
export async function checkDiscovery(
  trail: Trail,
  url: URL,
  { permit, api }: { permit: Permit; api: string | null },
): Promise<void> {
  const line = await dial(trail, endpointOf(url), permit, { tls: url.protocol === "https:" });
  try {
    const content = await trail.step(
      "Document",
      async () => {
        const { status, answer } = await ask(url, line.socket, trail.signal);
        if (status !== 200) throw missing(url, status);
        return documentIn(url, (await readBody(answer, LARGEST)).toString("utf8"));
      },
      () => `The document is there, at ${url.pathname}.`,
    );
    if (api === null || !URL.canParse(api)) return;
    await trail.step(
      "Address",
      () => {
        if (!content.includes(new URL(api).host)) throw otherAddress();
      },
      () => "It names the API public address of the settings.",
    );
  } finally {
    line.socket.destroy();
  }
}

function documentIn(url: URL, content: string): string {
  try {
    if (isObject(JSON.parse(content))) return content;
  } catch {
    // Told below.
  }
  throw noDocument(url);
}

const missing = ({ host, pathname }: URL, status: number) =>
  new CheckFailure(
    `The server at ${host} answers with status ${status} at ${pathname}, so clients cannot find the instance by its name. Make its web server pass the path on to the instance's API.`,
  );

const noDocument = ({ host, pathname }: URL) =>
  new CheckFailure(
    `What the server at ${host} answers at ${pathname} is not the instance's document. Make its web server pass the path on to the instance's API.`,
  );

const otherAddress = () =>
  new CheckFailure(
    "It names another address than the API public address of the settings, and clients follow it. Restart the instance if the address was changed, or check which instance answers.",
  );
