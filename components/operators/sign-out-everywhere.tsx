"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { toast } from "@/components/ui/toaster";
import { endSessions } from "@/lib/queries/end-sessions";

export function SignOutEverywhere() {
  const end = useMutation({
    mutationFn: endSessions,
    onSuccess: () => window.location.assign("/login"),
    onError: (error) => toast.error("You are still signed in everywhere", { description: error.message }),
  });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Sessions</CardTitle>
        <CardDescription>A session lasts for seven days without a visit.</CardDescription>
      </CardHeader>
      <CardContent>
        <ConfirmDialog
          trigger={<Button>Sign out everywhere</Button>}
          title="Sign out everywhere?"
          description="Every browser in which you are signed in has to sign in again, this one too."
          confirmLabel="Sign out everywhere"
          busy={end.isPending}
          onConfirm={() => end.mutateAsync().catch(() => undefined)}
        />
      </CardContent>
    </Card>
  );
}
