/** Returns the `readBody` of a request that sends these bytes, this text, or this value as JSON. */
export function sentBody(content?: unknown) {
  const bytes =
    content instanceof Uint8Array
      ? new Uint8Array(content)
      : new TextEncoder().encode(
          content === undefined ? "" : typeof content === "string" ? content : JSON.stringify(content),
        );
  return async (limit: number) => (bytes.byteLength > limit ? null : bytes);
}
