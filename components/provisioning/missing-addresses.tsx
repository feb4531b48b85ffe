import { Link } from "@/components/ui/link";
import type { BotAddresses } from "./bots/start-code";

/** Which of a bot's addresses the settings lack, in words with links to them; null when none is missing. */
export function MissingAddresses({ addresses }: { addresses: BotAddresses }) {
  const missing = [
    addresses.api === null ? { title: "the API public address", href: "/settings/api" } : null,
    addresses.gateway === null ? { title: "the gateway public address", href: "/settings/gateway" } : null,
  ].filter((one) => one !== null);
  return missing.map(({ title, href }, index) => (
    <span key={href}>
      {index > 0 ? " and " : null}
      <Link href={href} className="text-accent-text underline">
        {title}
      </Link>
    </span>
  ));
}

export const lacksAddresses = ({ api, gateway }: BotAddresses): boolean => api === null || gateway === null;
