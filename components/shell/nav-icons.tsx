import {
  Archive,
  Bell,
  Bot,
  CircleUser,
  History,
  LayoutDashboard,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { NavIcon } from "./navigation";

export const navIcons: Record<NavIcon, LucideIcon> = {
  overview: LayoutDashboard,
  settings: SlidersHorizontal,
  bots: Bot,
  guilds: UsersRound,
  instance: Server,
  history: History,
  audit: ScrollText,
  operators: ShieldCheck,
  notifications: Bell,
  backups: Archive,
  account: CircleUser,
};
