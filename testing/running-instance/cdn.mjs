import { createHmac, randomUUID } from "node:crypto";

/*
 * Stores message attachments in memory. If the configuration file requires signed URLs, the URLs of the
 * attachments are signed and expire.
 */

const files = new Map();

/**
 * Returns the signature of a file's URL. Settings can limit its use to one client address and one User-Agent.
 */
function signature(path, { socket, headers }, { security }) {
  const { cdnSignatureKey, cdnSignatureIncludeIp, cdnSignatureIncludeUserAgent } = security;
  return createHmac("sha256", cdnSignatureKey)
    .update(path)
    .update(cdnSignatureIncludeIp ? `${socket.remoteAddress}` : "")
    .update(cdnSignatureIncludeUserAgent ? `${headers["user-agent"]}` : "")
    .digest("hex");
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Handles `POST /channels/:id/messages` with a form that contains one file. */
export async function upload(request, config) {
  const body = await bodyOf(request);
  const form = await new Response(body, { headers: { "content-type": request.headers["content-type"] } })
    .formData()
    .catch(() => null);
  const file = form && [...form.values()].find((value) => typeof value !== "string");
  if (!file) return [400, { code: 50035, message: "Invalid Form Body" }];
  const largest = Math.min(config.cdn.maxAttachmentSize, config.limits.message.maxAttachmentSize);
  if (file.size > largest) return [413, { code: 40005, message: "Request entity too large" }];
  const path = `/attachments/1573654573283835943/${randomUUID()}/${file.name}`;
  files.set(path, Buffer.from(await file.arrayBuffer()));
  const query = config.security.cdnSignUrls ? `?hm=${signature(path, request, config)}` : "";
  const url = `${config.cdn.endpointPublic}${path}${query}`;
  return [200, { id: "1573654573283835944", attachments: [{ id: "1573654573283835945", url }] }];
}

/** Returns the status and the bytes of the response to a CDN request. */
export function download(request, { pathname, searchParams }, config) {
  if (pathname === "/ping") return [200, Buffer.from('"pong"')];
  const file = files.get(pathname);
  if (!file) return [404, Buffer.from("Not found")];
  const { cdnSignUrls } = config.security;
  if (cdnSignUrls && searchParams.get("hm") !== signature(pathname, request, config))
    return [404, Buffer.from("This content is no longer available.")];
  return [200, file];
}
