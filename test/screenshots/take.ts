/** Brings views on screen and takes them, in both languages and themes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { faultsOf } from '../helpers/accessible.ts';
import { Home, openApp } from '../helpers/app.ts';
import { trainPredictor } from '../helpers/diagnoses.ts';
import { withPalette } from '../helpers/png.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { annotateViews, openWindow } from './annotate.ts';
import { prepareTeam } from './annotate-team.ts';
import { batchViews, prepareBatches } from './batch.ts';
import { deidViews } from './deid.ts';
import { editorViews, openSample } from './editor.ts';
import { encoderViews, trainEncoder } from './encoders.ts';
import { graphViews, prepareGraph } from './graph.ts';
import { pairViews, trainOnPairs } from './pairs.ts';
import { openWithoutPredictor, PREDICTOR, panelViews } from './panel.ts';
import type { Stage } from './stage.ts';
import { textViews, trainOnTexts } from './texts.ts';
import { train, trainViews } from './train.ts';

const STAGES: readonly Stage[] = [
  { views: { ...editorViews, ...trainViews }, prepare: train, begin: openSample },
  { views: graphViews, prepare: prepareGraph, begin: openSample },
  { views: textViews, prepare: trainOnTexts, begin: openSample },
  { views: encoderViews, prepare: trainEncoder, begin: openSample },
  { views: pairViews, prepare: trainOnPairs, begin: openSample },
  {
    views: panelViews,
    prepare: async (page) => void (await trainPredictor(page, PREDICTOR)),
    begin: openWithoutPredictor,
  },
  { views: deidViews, begin: openSample },
  { views: batchViews, prepare: prepareBatches, begin: openSample },
  { views: annotateViews, prepare: (page) => prepareTeam(page), begin: openWindow },
];

export interface PictureRequest {
  /** Names of views; none: all of them. */
  readonly views: readonly string[];
  readonly folder: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly languages: readonly ('zh' | 'en')[];
  readonly themes: readonly ('light' | 'dark')[];
}

/** Each stage in a fresh workspace; returns a table of names, sizes and what is unnamed or hard to read. */
export async function takePictures(request: PictureRequest): Promise<string> {
  mkdirSync(request.folder, { recursive: true });
  const rows: string[] = [];
  for (const stage of STAGES) {
    const names = Object.keys(stage.views).filter(
      (name) => request.views.length === 0 || request.views.includes(name),
    );
    if (names.length > 0) rows.push(...(await inFreshWorkspace(stage, names, request)));
  }
  return ['| picture | kB | faults |', '|---|---|---|', ...rows].join('\n');
}

async function inFreshWorkspace(
  stage: Stage,
  names: readonly string[],
  request: PictureRequest,
): Promise<string[]> {
  const home = new Home();
  const app = await openApp('browser', home);
  try {
    const { page } = app;
    await waitForHighlights(page);
    await skipTour(page);
    await stage.prepare?.(page);
    return await takeStage(page, stage, names, request);
  } finally {
    await app.kill();
    home.remove();
  }
}

/** The views named of a stage that is prepared. */
async function takeStage(
  page: Page,
  stage: Stage,
  names: readonly string[],
  { languages, themes, size, folder }: PictureRequest,
): Promise<string[]> {
  const rows: string[] = [];
  await page.setViewportSize(size);
  for (const language of languages) {
    for (const theme of themes) {
      await ask(page, 'settings.set', { language, theme });
      for (const name of names) {
        await stage.begin(page);
        await stage.views[name]?.(page);
        rows.push(await shoot(page, folder, `${name}-${language}-${theme}.png`));
      }
    }
  }
  return rows;
}

async function shoot(page: Page, folder: string, name: string): Promise<string> {
  await page.waitForTimeout(400); // what fades in has faded in
  const picture = withPalette(await page.screenshot());
  writeFileSync(join(folder, name), picture);
  const faults = await faultsOf(page);
  return `| ${name} | ${Math.round(picture.length / 1024)} | ${faults.join('<br>')} |`;
}
