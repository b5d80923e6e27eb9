import { type ExportFormat, PageFormat } from '../../shared/domain/document.ts';
import { fromBase64 } from './base64.ts';

/** Saves an exported file; pages of a host that cannot print into a file are printed by the browser instead. */
export function saveExport(
  file: { readonly name: string; readonly base64: string },
  format: ExportFormat,
): void {
  if (PageFormat.safeParse(format).success && file.name.endsWith('.html')) printPage(fromBase64(file.base64));
  else saveFile(file);
}

/** Opens the browser's print dialog for a page of HTML, which can run no script. */
function printPage(html: Uint8Array): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.style.display = 'none';
  frame.srcdoc = new TextDecoder().decode(html);
  frame.onload = () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  };
  document.body.append(frame);
}

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
