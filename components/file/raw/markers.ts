import { readTolerantly } from "@/lib/shared/json/read";
import { type JsonNode, sliceOf } from "@/lib/shared/json/tree";

/*
 * The server numbers secrets in the order of the version that it masks. When a text moves to a newer version, its
 * markers must be renumbered, or one secret would be saved in place of another.
 */

const marker = /^"«secret (\d+)»"?$/;
const markers = /"«secret (\d+)»"/g;

/** Maps each path to the number of its marker, and back. */
function placesOf(text: string): { numberAt: Map<string, string>; pathOf: Map<string, string> } {
  const numberAt = new Map<string, string>();
  const pathOf = new Map<string, string>();
  const open: { node: JsonNode; path: string }[] = [];
  // A broken text is parsed as far as possible.
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
 * Converts a text based on the masked text `from` to the marker numbers of the masked text `to`. The marker of a secret
 * that no longer exists in `to` becomes null, which means unset.
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
