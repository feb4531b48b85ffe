import { Server } from "lucide-react";
import Link from "next/link";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** In the place of a list that an existing instance keeps, and of which nothing is stored here. */
export function KeptThere({ what, text, url }: { what: string; text: string; url: string }) {
  return (
    <EmptyState
      icon={<Server />}
      title={`${what} are kept by the instance`}
      text={
        <>
          This panel works beside the instance at <span className="wrap-anywhere">{url}</span> and stores none
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
