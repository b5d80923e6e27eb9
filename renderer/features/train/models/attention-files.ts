/** Attention pictures as files. */
import type { AttentionReport } from '../../../../shared/domain/probe.ts';
import { toBase64 } from '../../../lib/base64.ts';

/** Pixels of a PNG to one of the window. */
const SCALE = 2;

const sourceOf = (svg: SVGSVGElement): string => new XMLSerializer().serializeToString(svg);

export const svgOf = (svg: SVGSVGElement): Blob => new Blob([sourceOf(svg)], { type: 'image/svg+xml' });

export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${toBase64(new TextEncoder().encode(sourceOf(svg)))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(svg.width.baseVal.value * SCALE, svg.height.baseVal.value * SCALE);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** A line for each attending token of a layer, then one for each curve. */
export function attentionTable({ tokens, layers, entities }: AttentionReport, layer: number): Blob {
  const lines: (string | number)[][] = [
    ['', ...tokens],
    ...(layers[layer] ?? []).map((row, i) => [tokens[i]!, ...row]),
  ];
  for (const { from, to, curves } of entities) {
    const others = tokens.slice(1, -1).filter((_, i) => i + 1 < from || i + 1 >= to);
    lines.push([], ['', ...others]);
    for (const { kind, name, layers: values } of curves)
      lines.push([`${kind} ${name}`, ...(values[layer] ?? [])]);
  }
  const text = lines.map((line) => line.map(cell).join(',')).join('\r\n');
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' });
}

const cell = (value: string | number): string =>
  /[",\r\n]|^[=+\-@]/.test(`${value}`) && typeof value === 'string'
    ? `"${value.replaceAll('"', '""')}"`
    : `${value}`;
