import { fromBase64 } from './base64.ts';

/** Hands a file to the browser's own "save as"; nothing leaves the machine. */
export function saveFile({ name, base64 }: { readonly name: string; readonly base64: string }): void {
  saveBlob(name, new Blob([fromBase64(base64)]));
}

export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
