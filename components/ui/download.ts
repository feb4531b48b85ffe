export function download(href: string, name: string): void {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}

export function downloadFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  download(address, name);
  URL.revokeObjectURL(address);
}
