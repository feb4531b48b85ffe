import { readTolerantly } from "@/lib/shared/json/read";
import { type JsonNode, sliceOf } from "@/lib/shared/json/tree";

/*
 * The server replaces the secrets of a version with markers, which it numbers from the first secret to the last. When
 * an edited text is merged with a newer version, its markers must get the newer numbers. Otherwise a save would mix up
 * the secrets.
 */

const marker = /^"«secret (\d+)»"?$/;
const markers = /"«secret (\d+)»"/g;

/** Finds the markers of a text. The maps lead from a path to the marker's number and back. */
function placesOf(text: string): { numberAt: Map<string, string>; pathOf: Map<string, string> } {
  const numberAt = new Map<string, string>();
  const pathOf = new Map<string, string>();
  const open: { node: JsonNode; path: string }[] = [];
  // Invalid JSON is parsed as far as possible.
  const { root } = readTolerantly(text);
  if (root) open.push({ node: root, path: "" });
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    const number = node.type === "string" ? marker.exec(sliceOf(text, node))?.[1] : undefined;
    if (number !== undefined) {
      numberAt.set(path, number);
      pathOf.set(number, path);
    }
    if (node.type === "object") {
      for (const { key, value } of node.members) open.push({ node: value, path: `${path}\n${key}` });
    } else if (node.type === "array") {
      node.items.forEach((item, index) => open.push({ node: item, path: `${path}\n${index}` }));
    }
  }
  return { numberAt, pathOf };
}

/**
 * Gives the markers in `text` the numbers of a newer version. A secret that the newer version does not have becomes
 * null, which unsets its key.
 * @param from the masked version on which `text` is based
 * @param to the newer masked version
 */
export function renumberMarkers(text: string, from: string, to: string): string {
  const { pathOf } = placesOf(from);
  const { numberAt } = placesOf(to);
  return text.replace(markers, (whole, number: string) => {
    const path = pathOf.get(number);
    if (path === undefined) return whole;
    const renumbered = numberAt.get(path);
    return renumbered === undefined ? "null" : `"«secret ${renumbered}»"`;
  });
}
