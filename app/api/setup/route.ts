import { z } from "zod";
import { completeSetup, firstRunSchema, problemResponse, readJson } from "@/lib/panel";

const tokenSchema = z.object({ token: z.string() });

/** Creates the first operator, and its guild in a directory of our own, once, for whoever holds the one-time link printed at start. */
export async function POST(request: Request): Promise<Response> {
  try {
    const { token, ...input } = await readJson(request, z.intersection(tokenSchema, firstRunSchema()));
    const { username } = await completeSetup(token, input);
    return Response.json({ username }, { status: 201 });
  } catch (error) {
    return problemResponse(error);
  }
}
