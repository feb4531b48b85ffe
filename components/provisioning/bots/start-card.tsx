import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/copy-button";
import { downloadFile } from "@/components/ui/download";
import { Link } from "@/components/ui/link";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { type BotAddresses, envFile, LIBRARIES, startCode } from "./start-code";

export function StartCard({ addresses }: { addresses: BotAddresses }) {
  const missing = missingIn(addresses);
  return (
    <Card
      title="Start the bot"
      description={
        missing.length > 0 ? (
          <>
            The code uses example addresses, because these settings are missing:{" "}
            {missing.map(({ title, href }, index) => (
              <span key={href}>
                {index > 0 ? " and " : null}
                <Link href={href} className="text-accent-text underline">
                  {title}
                </Link>
              </span>
            ))}
            .
          </>
        ) : (
          "The code uses the addresses of this instance. Set the variable BOT_TOKEN to the token."
        )
      }
    >
      <CardContent>
        <Tabs defaultValue={LIBRARIES[0]}>
          <TabsList aria-label="Library">
            {LIBRARIES.map((library) => (
              <TabsTrigger key={library} value={library}>
                {library}
              </TabsTrigger>
            ))}
          </TabsList>
          {LIBRARIES.map((library) => (
            <TabsContent key={library} value={library}>
              <CodeBlock code={startCode(library, addresses)} label={`code for ${library}`} />
            </TabsContent>
          ))}
        </Tabs>
        <Button
          size="sm"
          variant="ghost"
          className="mt-3 -ml-3"
          onClick={() => downloadFile(new Blob([envFile(addresses)], { type: "text/plain" }), "bot.env")}
        >
          <Download aria-hidden="true" />
          Download .env
        </Button>
      </CardContent>
    </Card>
  );
}

const missingIn = ({ api, gateway }: BotAddresses) =>
  [
    api === null ? { title: "the API public address", href: "/settings/api" } : null,
    gateway === null ? { title: "the gateway public address", href: "/settings/gateway" } : null,
  ].filter((one) => one !== null);
