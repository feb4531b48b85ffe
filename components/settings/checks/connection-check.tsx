import dynamic from "next/dynamic";
import { checkAt } from "@/lib/shared/contract/checks";

// Loaded on demand, because few cards have one. A choice in the page can make such a card appear, so its footer keeps
// its height while loading.
const CheckForm = dynamic(() => import("./check-form").then((part) => part.CheckForm), {
  loading: () => <div className="h-17 border-t bg-muted/40" />,
});

/** The footer of a card whose settings describe a connection: a button that tests it. Renders nothing for other cards. */
export function ConnectionCheck({ section, card }: { section: string; card: string }) {
  const kind = checkAt(section, card);
  return kind === undefined ? null : <CheckForm kind={kind} />;
}
