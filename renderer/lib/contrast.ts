/** WCAG 2.2 contrast of two opaque colours, and the blend of a translucent one over another. Colours: #rrggbb. */

type Rgb = readonly [number, number, number];

function parseHex(colour: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (match === null) throw new Error(`colour: expected #rrggbb, got ${JSON.stringify(colour)}`);
  return [parseInt(match[1]!, 16), parseInt(match[2]!, 16), parseInt(match[3]!, 16)];
}

const toHex = (channels: Rgb): string =>
  `#${channels.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;

/** `alpha` 0..1 of `over` on `under`. */
export function blend(over: string, under: string, alpha: number): string {
  const a = parseHex(over);
  const b = parseHex(under);
  const mix = (i: 0 | 1 | 2): number => a[i] * alpha + b[i] * (1 - alpha);
  return toHex([mix(0), mix(1), mix(2)]);
}

/** Relative luminance, 0 (black) to 1 (white). */
export function luminance(colour: string): number {
  const linear = (channel: number): number => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const [r, g, b] = parseHex(colour);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** 1 to 21; AA asks 4.5 for text and 3 for lines and icons. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}
