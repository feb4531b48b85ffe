import { PageNotFound } from "@/components/shell/page-not-found";

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center px-4">
      <PageNotFound />
    </main>
  );
}
