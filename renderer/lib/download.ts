import { fromBase64 } from './base64.ts';

/** Hands a file to the browser's own "save as"; nothing leaves the machine. */
export function saveFile(file: { readonly name: string; readonly base64: string }): void {
  const url = URL.createObjectURL(new Blob([fromBase64(file.base64)]));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
