import dynamic from "next/dynamic";
import { checkAt, checks } from "@/lib/shared/contract/check-kinds";
import type { Check } from "@/lib/shared/contract/checks";
import { editionOf } from "@/lib/shared/settings/editions";
import { useConfigDocument } from "../store/config-form";

// Loaded on demand, because few cards have one. A choice in the page can make such a card appear, so its footer keeps
// its height while loading: of a button, and on phones of the line or the field above it.
const CheckForm = dynamic(() => import("./check-form").then((part) => part.CheckForm), {
  loading: () => <div className="h-17.25 border-t bg-muted/40 max-sm:h-27.25" />,
});
const MailCheckForm = dynamic(() => import("./check-form").then((part) => part.CheckForm), {
  loading: () => <div className="h-23.75 border-t bg-muted/40 max-sm:h-39.75" />,
});

/** The footer of a card whose settings describe a connection: a button that tests it. Renders nothing for other cards. */
export function ConnectionCheck({ section, card }: { section: string; card: string }) {
  const { discovery } = editionOf(useConfigDocument().naming);
  const kind = checkAt(section, card);
  const isOffered = kind !== undefined && (kind !== "discovery" || discovery.length > 0);
  if (!isOffered) return null;
  const { mails }: Check = checks[kind];
  return mails ? <MailCheckForm kind={kind} /> : <CheckForm kind={kind} />;
}
