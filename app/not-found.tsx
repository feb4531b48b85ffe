import Link from "next/link";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center px-4">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        title="There is no page here"
        text="The address is misspelled, or the page is gone."
        action={
          <Link href="/" className={buttonVariants({ variant: "primary" })}>
            Open the overview
          </Link>
        }
      />
    </main>
  );
}
