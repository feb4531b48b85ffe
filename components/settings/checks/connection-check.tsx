import dynamic from "next/dynamic";
import { checkAt } from "@/lib/shared/contract/checks";
import { editionOf } from "@/lib/shared/settings/editions";
import { useConfigDocument } from "../store/config-form";

// Loaded on demand, because few cards have one. A choice in the page can make such a card appear, so its footer keeps
// its height while loading.
const CheckForm = dynamic(() => import("./check-form").then((part) => part.CheckForm), {
  loading: () => <div className="h-17 border-t bg-muted/40" />,
});

/** The footer of a card whose settings describe a connection: a button that tests it. Renders nothing for other cards. */
export function ConnectionCheck({ section, card }: { section: string; card: string }) {
  const { discovery } = editionOf(useConfigDocument().naming);
  const kind = checkAt(section, card);
  const isOffered = kind !== undefined && (kind !== "discovery" || discovery.length > 0);
  return isOffered ? <CheckForm kind={kind} /> : null;
}
