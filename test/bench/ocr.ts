/** Character errors of texts read from scans: ten pages drawn by Chromium at 200 dots an inch, half of them worn. */
import { readdirSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { readDocuments } from '../../main/formats/read-documents.ts';
import { readResource, resourcePath } from '../../main/resources.ts';
import { comparableText } from '../../main/text/folding.ts';

const FONTS = ['Noto Serif CJK SC', 'Noto Sans CJK SC'] as const;
const A4 = { width: 794, height: 1123 };
const DPI = 200;
/** Lines that fit on a page of 14 pixels. */
const CHARS = 1100;

interface Score {
  chars: number;
  errors: number;
  confidence: number;
  seconds: number;
  pages: number;
}

export async function run(): Promise<string> {
  const browser = await chromium.launch({ ...executable(), args: ['--no-sandbox'] });
  const scores = new Map<string, Score>();
  try {
    const page = await browser.newPage({ viewport: A4, deviceScaleFactor: DPI / 96 });
    const names = readdirSync(resourcePath('samples'))
      .filter((name) => name.endsWith('.txt'))
      .slice(0, 10);
    for (const [n, name] of names.entries()) {
      const font = FONTS[n % 2]!;
      const isWorn = n >= names.length / 2;
      const text = readResource('samples', name).slice(0, CHARS);
      const bytes = await drawn(page, text, { font, isWorn });
      const began = performance.now();
      const { documents } = await readDocuments('page.jpg', bytes);
      const seconds = (performance.now() - began) / 1000;
      const key = `${font}, ${isWorn ? 'worn' : 'clean'}`;
      const score = scores.get(key) ?? { chars: 0, errors: 0, confidence: 0, seconds: 0, pages: 0 };
      const [is, read] = [comparableText(text), comparableText(documents[0]!.text)];
      scores.set(key, {
        chars: score.chars + is.length,
        errors: score.errors + distance(is, read),
        confidence: score.confidence + (documents[0]!.scan ?? 0),
        seconds: score.seconds + seconds,
        pages: score.pages + 1,
      });
      console.error(key, distance(is, read), is.length);
    }
  } finally {
    await browser.close();
  }
  const all = [...scores.values()];
  const sum = (of: (score: Score) => number): number => all.reduce((total, score) => total + of(score), 0);
  const total: Score = {
    chars: sum(({ chars }) => chars),
    errors: sum(({ errors }) => errors),
    confidence: sum(({ confidence }) => confidence),
    seconds: sum(({ seconds }) => seconds),
    pages: sum(({ pages }) => pages),
  };
  const rows = [...scores, ['all', total] as const].map(
    ([key, { chars, errors, confidence, seconds, pages }]) =>
      `| ${key} | ${pages} | ${chars} | ${((100 * errors) / chars).toFixed(2)} % | ${Math.round(confidence / pages)} % | ${(seconds / pages).toFixed(1)} |`,
  );
  return `Sample records as pages of A4 at ${DPI} dots an inch in JPEG of quality 60. Worn: turned by 0.5°, blurred, with grey noise and an uneven light. Errors are insertions, deletions and replacements of characters; spaces and line breaks are not counted, wide and narrow forms are the same.

| font, page | pages | characters | character error rate | told confidence | seconds a page |
|---|---|---|---|---|---|
${rows.join('\n')}`;
}

const executable = () =>
  process.env.MERIDIAN_TEST_CHROMIUM ? { executablePath: process.env.MERIDIAN_TEST_CHROMIUM } : {};

interface Look {
  readonly font: string;
  readonly isWorn: boolean;
}

async function drawn(page: Page, text: string, { font, isWorn }: Look): Promise<Buffer> {
  const lines = text.split('\n').map((line) => `<p>${line.replace(/[<&]/g, '')}</p>`);
  const turn = isWorn ? 'transform:rotate(.5deg);filter:blur(.35px)' : '';
  const light =
    '<i style="position:fixed;inset:0;background:linear-gradient(120deg,#0002,#fff0 40%,#0001)"></i>';
  const noise = `<svg style="position:fixed;inset:0;width:100%;height:100%;opacity:.18"><filter id="n"><feTurbulence type="fractalNoise" baseFrequency=".9"/><feColorMatrix type="saturate" values="0"/></filter><rect width="100%" height="100%" filter="url(#n)"/></svg>`;
  await page.setContent(
    `<style>html{filter:grayscale(1);background:#fff}body{margin:70px;font:14px/1.7 "${font}";${turn}}p{margin:.15em 0}</style>${lines.join('')}${isWorn ? light + noise : ''}`,
  );
  return page.screenshot({ type: 'jpeg', quality: 60 });
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
