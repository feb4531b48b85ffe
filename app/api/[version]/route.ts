import { unknownRoute } from "@/lib/api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRoute();
