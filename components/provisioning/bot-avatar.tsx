import { inPanel } from "@/lib/shared/base-path";
import { cn } from "@/components/ui/cn";

const sizes = { sm: "size-8 rounded-md text-xs", lg: "size-14 rounded-lg text-lg" } as const;

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => [...word][0]?.toUpperCase() ?? "").join("");
}

/** The address contains the picture's hash, so browsers may cache the picture permanently. */
const avatarAddress = (id: string, icon: string) => inPanel(`/api/panel/bots/${id}/avatar/${icon}`);

interface BotAvatarProps {
  bot: { id: string; name: string; icon: string | null };
  size?: keyof typeof sizes;
}

/**
 * Shows a bot's picture, or its initials if there is none. Hidden from screen readers, because the bot's name is always
 * next to it.
 */
export function BotAvatar({ bot, size = "sm" }: BotAvatarProps) {
  const classes = cn("shrink-0 overflow-hidden", sizes[size]);
  if (bot.icon !== null) {
    return (
      // The picture is stored in the size that it is shown at; there is nothing to optimize.
      // oxlint-disable-next-line nextjs/no-img-element
      <img src={avatarAddress(bot.id, bot.icon)} alt="" className={cn(classes, "object-cover")} />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={cn(classes, "grid place-items-center bg-accent-soft font-semibold text-accent-text")}
    >
      {initialsOf(bot.name)}
    </span>
  );
}
