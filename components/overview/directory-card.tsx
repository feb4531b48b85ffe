import { Link } from "@/components/ui/link";
import { countOf } from "@/components/settings/store/operations";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";

export interface DirectoryCardProps {
  guilds: number;
  applications: number;
  bots: number;
}

/** What the panel's own directory contains. */
export function DirectoryCard({ guilds, applications, bots }: DirectoryCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Bots and guilds</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-wrap items-center justify-between gap-4">
        <p>
          {countOf(applications, "application")} of yours with {countOf(bots, "bot")};{" "}
          {countOf(guilds, "guild")} in the directory.
        </p>
        <Link href="/applications/new" className={buttonVariants()}>
          Create application
        </Link>
      </CardContent>
    </Card>
  );
}
