import dynamic from "next/dynamic";
import { checkAt } from "@/lib/config/checks";

// Few cards have one. A choice in the page can make such a card appear, so its foot keeps its place until it is loaded.
const CheckForm = dynamic(() => import("./check-form").then((part) => part.CheckForm), {
  loading: () => <div className="h-17 border-t bg-muted/40" />,
});

/** The foot of a card whose settings describe a connection: a button that tries it. Nothing in all other cards. */
export function ConnectionCheck({ section, card }: { section: string; card: string }) {
  const kind = checkAt(section, card);
  return kind === undefined ? null : <CheckForm kind={kind} />;
}
