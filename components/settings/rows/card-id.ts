/** Id of a card's element, which links from "On this page" use. No key path starts with "card-". */
export function cardId(title: string): string {
  return `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}
