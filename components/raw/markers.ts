import { type Node, parseTree } from "jsonc-parser";

/*
 * The server numbers secrets in the order of the version that it masks. A text that moves to a newer version must have
 * its markers renumbered, or one secret would be saved in the place of another.
 */

const marker = /^«secret (\d+)»$/;
const markers = /"«secret (\d+)»"/g;

/** Number of a marker by the path at which it stands, and the other way round. */
function placesOf(text: string): { numberAt: Map<string, string>; pathOf: Map<string, string> } {
  const numberAt = new Map<string, string>();
  const pathOf = new Map<string, string>();
  const open: { node: Node; path: string }[] = [];
  // A broken text is read as far as it goes.
  const root = parseTree(text);
  if (root) open.push({ node: root, path: "" });
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    const [, number] = node.type === "string" ? (marker.exec(String(node.value)) ?? []) : [];
    if (number !== undefined) {
      numberAt.set(path, number);
      pathOf.set(number, path);
    }
    node.children?.forEach((child, index) => {
      if (node.type === "array") open.push({ node: child, path: `${path}\n${index}` });
      const [key, value] = node.type === "object" ? (child.children ?? []) : [];
      if (key && value) open.push({ node: value, path: `${path}\n${String(key.value)}` });
    });
  }
  return { numberAt, pathOf };
}

/**
 * A text made from the masked text `from`, with the marker numbers of the masked text `to`. The marker of a secret that
 * is gone from `to` becomes null, which means unset.
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
