import "./globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { inter } from "./fonts";

export const metadata: Metadata = {
  title: { default: "Instance Admin", template: "%s · Instance Admin" },
  description: "The operator console of a chat instance.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  // A script sets the theme's class on <html> before React hydrates, so React must not report the difference.
  return (
    <html lang="en" className={inter.variable} suppressHydrationWarning>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}
