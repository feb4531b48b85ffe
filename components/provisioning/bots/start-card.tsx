import { Link } from "@/components/ui/link";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { type BotAddresses, LIBRARIES, startCode } from "./start-code";

/** Code to start a bot with, for the libraries that most bots are written with. */
export function StartCard({ addresses }: { addresses: BotAddresses }) {
  const missing = [
    addresses.api === null ? { title: "the API public address", href: "/settings/api" } : null,
    addresses.gateway === null ? { title: "the gateway public address", href: "/settings/gateway" } : null,
  ].filter((one) => one !== null);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Start it</CardTitle>
        <CardDescription>
          {missing.length === 0 ? (
            "With the addresses of this instance. Put the token into the variable BOT_TOKEN."
          ) : (
            <>
              Example addresses, because the settings lack{" "}
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
      </CardContent>
    </Card>
  );
}
