import { Server } from "lucide-react";
import Link from "next/link";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown instead of a list that the upstream instance keeps and the panel does not store. */
export function KeptThere({ what, text, url }: { what: string; text: string; url: string }) {
  return (
    <EmptyState
      icon={<Server />}
      title={`${what} are kept by the instance`}
      text={
        <>
          This panel works with your instance at <span className="wrap-anywhere">{url}</span> and stores none
          of them. {text}
        </>
      }
      action={
        <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
          Create application there
        </Link>
      }
    />
  );
}
