import {
  AppWindow,
  ArrowDownUp,
  BookText,
  Braces,
  CircleUser,
  History,
  LayoutDashboard,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { NavIcon } from "./navigation";

export const navIcons: Record<NavIcon, LucideIcon> = {
  overview: LayoutDashboard,
  settings: SlidersHorizontal,
  applications: AppWindow,
  guilds: UsersRound,
  history: History,
  raw: Braces,
  import: ArrowDownUp,
  reference: BookText,
  audit: ScrollText,
  operators: ShieldCheck,
  account: CircleUser,
};
