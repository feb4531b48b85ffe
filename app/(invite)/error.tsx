"use client";

export { default } from "@/app/(panel)/error";
