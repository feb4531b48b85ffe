import "server-only";
import { AppError } from "@/lib/errors";
import { USER_AGENT } from "@/lib/request-headers";
import { type Sink, SINK_TIMEOUT } from "./sink";

/** Posts entries as JSON Lines. A response with a status from 200 to 299 means that the server has taken them. */
export const httpSink = (url: URL): Sink => ({
  // The path and the query may contain a token.
  place: url.origin,
  async take(entries) {
    const { username, password } = url;
    const address = new URL(url);
    address.username = "";
    address.password = "";
    const proof = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    const response = await fetch(address, {
      method: "POST",
      redirect: "error",
      headers: {
        "user-agent": USER_AGENT,
        "content-type": "application/x-ndjson",
        ...(username !== "" && { authorization: `Basic ${proof.toString("base64")}` }),
      },
      body: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
      signal: AbortSignal.timeout(SINK_TIMEOUT),
    });
    await response.body?.cancel();
    if (!response.ok) throw new AppError("bad-gateway", `${url.origin} answered ${response.status}`);
  },
});
