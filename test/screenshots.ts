/**
 * `npm run screenshots [-- VIEW… --size 1440x900 --out screenshots --languages zh,en --themes light,dark]`: takes
 * pictures of every view, or of those named. `docs/screenshots` keeps the few that documents show.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { appRoot } from '../main/resources.ts';
import { obtain } from './helpers/obtain.ts';

const { chromium } = obtain();
process.env.MERIDIAN_TEST_CHROMIUM ??= chromium ?? '';
// Read when it is loaded.
const { takePictures } = await import('./screenshots/take.ts');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '1440x900' },
    out: { type: 'string', default: join(appRoot, 'screenshots') },
    languages: { type: 'string', default: 'zh,en' },
    themes: { type: 'string', default: 'light,dark' },
  },
});
const [width = 0, height = 0] = values.size.split('x').map(Number);
if (chromium === undefined) console.log('skipped: no Chromium here');
else
  console.log(
    await takePictures({
      views: positionals,
      folder: resolve(values.out),
      size: { width, height },
      languages: (['zh', 'en'] as const).filter((one) => values.languages.includes(one)),
      themes: (['light', 'dark'] as const).filter((one) => values.themes.includes(one)),
    }),
  );
