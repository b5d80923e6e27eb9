/**
 * `npm run icons` draws the app's icon (`renderer/public/icon.svg`) for Windows and macOS into `resources`, where
 * electron-builder looks for them. Run it after a change of the icon.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { appRoot } from '../main/resources.ts';
import { obtain } from './helpers/obtain.ts';

/** An image of an icon file: its side in pixels, and its type in a file of macOS. */
interface Image {
  readonly side: number;
  readonly png: Buffer;
}

const WINDOWS_SIDES = [16, 24, 32, 48, 64, 128, 256];
/** Types of macOS by side: those for usual screens, then those for screens with twice the pixels. */
const MACOS_TYPES: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** Draws the icon in Chromium, with a transparent background. */
async function draw(svg: string, sides: readonly number[]): Promise<Image[]> {
  const browser = await chromium.launch({
    executablePath: obtain().chromium ?? '',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  const images: Image[] = [];
  for (const side of sides) {
    await page.setViewportSize({ width: side, height: side });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${side}px }</style>${svg}`);
    images.push({ side, png: await page.screenshot({ omitBackground: true }) });
  }
  await browser.close();
  return images;
}

/** Returns a Windows icon: a header, an entry of 16 bytes for each image, then the images. */
function windowsIcon(images: readonly Image[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(images.length, 4);
  let at = head.length;
  for (const [i, { side, png }] of images.entries()) {
    const entry = head.subarray(6 + 16 * i);
    entry[0] = side % 256; // 0 stands for 256
    entry[1] = side % 256;
    entry.writeUInt16LE(1, 4); // planes
    entry.writeUInt16LE(32, 6); // bits of a pixel
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(at, 12);
    at += png.length;
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** Returns a macOS icon: blocks of a type, a length that includes these 8 bytes, and content. */
function macosIcon(images: readonly Image[]): Buffer {
  const blocks = images.flatMap(({ side, png }) => (MACOS_TYPES[side] ?? []).map((type) => block(type, png)));
  return block('icns', Buffer.concat(blocks));
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}

const svg = readFileSync(join(appRoot, 'renderer', 'public', 'icon.svg'), 'utf8');
const resource = (name: string): string => join(appRoot, 'resources', name);
writeFileSync(resource('icon.ico'), windowsIcon(await draw(svg, WINDOWS_SIDES)));
writeFileSync(resource('icon.icns'), macosIcon(await draw(svg, Object.keys(MACOS_TYPES).map(Number))));
