import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";

export function PageNotFound() {
  return (
    <>
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        title="No page at this address"
        text="Check the spelling, or start from the overview."
        action={
          <Link href="/" className={buttonVariants({ variant: "primary" })}>
            Open the overview
          </Link>
        }
      />
    </>
  );
}
