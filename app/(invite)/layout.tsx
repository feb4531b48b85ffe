import type { ReactNode } from "react";
import { Brand } from "@/components/shell/brand";
import { Link } from "@/components/ui/link";

export default function InviteLayout({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center gap-6 px-4 py-8 sm:justify-center sm:py-12">
      <Link href="/" className="rounded-sm">
        <Brand />
      </Link>
      <div className="w-full max-w-lg">{children}</div>
    </main>
  );
}
