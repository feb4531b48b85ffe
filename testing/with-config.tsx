import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfigProvider, ConfigValues } from "@/components/settings/store/config-form";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { WithRouter } from "./with-router";
// The form loads these controls when it shows them (`kinds/index.tsx`). Tests load them first, so that no
// test has to wait. If a test ended while a control was loading, later files in the process could never load
// the control.
import "@/components/settings/kinds/bitfield";
import "@/components/settings/kinds/feature-list";
import "@/components/settings/kinds/region-list";
import "@/components/settings/kinds/string-list";
import "@/components/settings/store/judge";

/** Provides the form for the whole configuration, as the frame and the settings pages do. */
export function WithConfig({
  file,
  client: given,
  children,
}: {
  file: ConfigSnapshot;
  client?: QueryClient;
  children: ReactNode;
}) {
  const [client] = useState(() => given ?? new QueryClient());
  return (
    <WithRouter>
      <QueryClientProvider client={client}>
        <ConfigProvider summary={file}>
          <ConfigValues initial={file}>{children}</ConfigValues>
        </ConfigProvider>
      </QueryClientProvider>
    </WithRouter>
  );
}
