/** Finds accessibility faults of a page: controls without a name, and text of low contrast. */
import type { Page } from 'playwright';

/** Faults of what is on screen: one line each, with the beginning of the element. */
export const faultsOf = (page: Page): Promise<string[]> => page.evaluate(findFaults);

/** Runs in the page. */
function findFaults(): string[] {
  const ACTS = [
    'button',
    'a[href]',
    'input:not([type=hidden])',
    'select',
    'textarea',
    '[tabindex]:not([tabindex="-1"])',
    ...[
      'button',
      'checkbox',
      'combobox',
      'listbox',
      'menuitem',
      'option',
      'radio',
      'slider',
      'switch',
      'tab',
    ].map((role) => `[role=${role}]`),
  ].join(',');
  const faults: string[] = [];
  const seen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('[aria-hidden=true], .print-sheet') === null;
  const show = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 160);

  const textOf = (ids: string | null): string =>
    (ids ?? '')
      .split(' ')
      .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
      .join(' ');
  const nameOf = (element: Element): string => {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []; // safe: fields have it
    const pictures = [...element.querySelectorAll('[aria-label], [alt]')];
    return [
      textOf(element.getAttribute('aria-labelledby')),
      element.getAttribute('aria-label') ?? '',
      ...labels.map((label) => label.textContent ?? ''),
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? ''
        : (element.textContent ?? ''),
      ...pictures.map((one) => one.getAttribute('aria-label') ?? one.getAttribute('alt') ?? ''),
      element.getAttribute('title') ?? '',
    ]
      .join('')
      .trim();
  };
  for (const element of document.querySelectorAll(ACTS)) {
    if (!seen(element)) continue;
    if (nameOf(element) === '') faults.push(`no name: ${show(element)}`);
    const active = element.getAttribute('aria-activedescendant');
    if (active !== null && document.getElementById(active) === null)
      faults.push(`points nowhere: ${show(element)}`);
  }

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const known = new Map<string, Colour>();
  const parse = (css: string): Colour => {
    const before = known.get(css);
    if (before !== undefined || canvas === null) return before ?? [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red, green, blue, alpha / 255];
    known.set(css, colour);
    return colour;
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (a: number, b: number): number => a * top[3] + b * (1 - top[3]);
    return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1];
  };
  /** Undefined where a picture lies behind. */
  const behind = (element: Element): Colour | undefined => {
    const layers: Colour[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundImage !== 'none') return undefined;
      const colour = parse(backgroundColor);
      layers.push(colour);
      if (colour[3] > 0.99) break;
    }
    return layers.reduceRight<Colour>((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const linear = (value: number): number => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const off = ':disabled, [aria-disabled=true], .ant-select-disabled, .monaco-editor .inputarea';
  const told = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || (node.textContent ?? '').trim() === '') continue;
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !seen(element) || element.closest(off) !== null) continue;
    const below = behind(element);
    if (below === undefined) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const [light, dark] = [luminance(over(parse(color), below)), luminance(below)].sort((a, b) => b - a);
    const ratio = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
    const size = Number.parseFloat(fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    if (ratio >= (large ? 3 : 4.5)) continue;
    const kind = `${element.tagName} ${element.className} ${color}`;
    if (told.has(kind)) continue;
    told.add(kind);
    faults.push(`contrast ${ratio.toFixed(2)}: ${show(element)}`);
  }
  return faults;
}
