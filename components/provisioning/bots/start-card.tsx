import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { downloadFile } from "@/components/ui/download";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { lacksAddresses, MissingAddresses } from "../missing-addresses";
import { envFile } from "./env-file";
import { type BotAddresses, LIBRARIES, startCode } from "./start-code";

/** Code to start a bot with, for the libraries that most bots are written with. */
export function StartCard({ addresses }: { addresses: BotAddresses }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Start it</CardTitle>
        <CardDescription>
          {lacksAddresses(addresses) ? (
            <>
              Example addresses, because the settings lack <MissingAddresses addresses={addresses} />.
            </>
          ) : (
            "With the addresses of this instance. Put the token into the variable BOT_TOKEN."
          )}
        </CardDescription>
      </CardHeader>
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
