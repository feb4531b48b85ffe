/** Id of a card in its page, for links from "On this page". No key path begins like this. */
export function cardId(title: string): string {
  return `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}
