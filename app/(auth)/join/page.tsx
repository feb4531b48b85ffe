import type { Metadata } from "next";
import { Join } from "@/components/operators/join/join-form";
import { Card, CardContent } from "@/components/ui/card";

export const metadata: Metadata = { title: "Join" };

export default function JoinPage() {
  return (
    <Card>
      <CardContent inset="loose" className="flex flex-col gap-5">
        <h1 className="text-lg font-semibold">Join this panel</h1>
        <Join />
      </CardContent>
    </Card>
  );
}
