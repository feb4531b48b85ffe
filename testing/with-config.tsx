import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfigFileProvider } from "@/components/settings/store/config-file";
import { ConfigFormProvider } from "@/components/settings/store/config-form";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { WithRouter } from "./with-router";
// These are loaded when shown (`kinds/index.tsx`). Here they are loaded from the start, so that no test waits for
// one, or ends while one is loading and leaves it like that to the next file of its process.
import "@/components/settings/kinds/bitfield";
import "@/components/settings/kinds/feature-list";
import "@/components/settings/kinds/region-list";
import "@/components/settings/kinds/string-list";

/** The form of the whole configuration over a file, as the panel's frame and a settings page create it. */
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
        <ConfigFileProvider summary={file}>
          <ConfigFormProvider initial={file}>{children}</ConfigFormProvider>
        </ConfigFileProvider>
      </QueryClientProvider>
    </WithRouter>
  );
}
