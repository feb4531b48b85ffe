function BrandMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className="size-6 shrink-0">
      <path
        d="M6 2h12a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4h-6.2L7.6 22.3A.95.95 0 0 1 6 21.6V19a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4Z"
        className="fill-accent"
      />
      <path
        d="M6.5 8.25h5.25m4.5 0h1.25M6.5 13.25h1.25m4.5 0h5.25"
        className="stroke-accent-foreground"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
      <circle cx="14" cy="8.25" r="2.1" className="stroke-accent-foreground" strokeWidth="1.75" />
      <circle cx="10" cy="13.25" r="2.1" className="stroke-accent-foreground" strokeWidth="1.75" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-semibold tracking-tight">
      <BrandMark />
      Instance Admin
    </span>
  );
}
