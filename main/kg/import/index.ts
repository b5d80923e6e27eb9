/** Imports knowledge graphs of many formats, takes imports back, and cleans up after a crash. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ImportReport, KgFormat } from '../../../shared/domain/graph.ts';
import type { WriteDb } from '../../db/connection.ts';
import { removalSteps, removeSource } from '../../db/repositories/graph-remove.ts';
import { unfinishedSources } from '../../db/repositories/graph-write.ts';
import { sourceFile } from '../../reading/files.ts';
import { resourcePath } from '../../resources.ts';
import { detectFormat, type KnownFormat, rrfFiles } from './detect.ts';
import { open39net } from './formats/crawl-39net.ts';
import { openIcd10 } from './formats/icd10.ts';
import { openNtriples } from './formats/ntriples.ts';
import { openRrf } from './formats/rrf.ts';
import { openStarter } from './formats/starter.ts';
import { openSynonyms } from './formats/synonyms.ts';
import { openTriples } from './formats/triples.ts';
import { openWordlist } from './formats/wordlist.ts';
import { openXywy } from './formats/xywy.ts';
import type { OpenFormat } from './pass.ts';
import { type ImportProgress, type RunOptions, runPlan } from './run.ts';
import { claimGraph, DEFAULT_SLICE_MS, inSlices } from './slices.ts';

export { detectFormat } from './detect.ts';
export type { ImportProgress, RunOptions } from './run.ts';

export const STARTER_NAME = 'Meridian starter KG';

export interface ImportInput {
  /** The file's own name: it names the source, and tells the type of a word list. */
  readonly name: string;
  /** A file, gzip or not; for UMLS also the folder with its tables. */
  readonly path: string;
}

export interface ImportOptions extends RunOptions {
  readonly format: KgFormat;
}

const FORMATS: Record<KnownFormat, OpenFormat> = {
  starter: openStarter,
  triples: openTriples,
  '39net': open39net,
  xywy: openXywy,
  icd10: openIcd10,
  synonyms: openSynonyms,
  rrf: openRrf,
  ntriples: openNtriples,
  wordlist: openWordlist,
};

/**
 * Imports a file as one source. Streams it and works in transactions of `sliceMs` (20 ms), between which the event
 * loop gets its turn. Throws `bad-input` for what is not in the format, `cancelled` after the signal, `conflict`
 * while another import is under way; the graph then is as it was before.
 */
export async function* importGraph(
  db: WriteDb,
  input: ImportInput,
  options: ImportOptions,
): AsyncGenerator<ImportProgress, ImportReport> {
  const format = options.format === 'auto' ? await detectFormat(input.path, input.name) : options.format;
  const folder = statSync(input.path, { throwIfNoEntry: false })?.isDirectory() === true;
  const files =
    folder && format === 'rrf' ? rrfFiles(input.path) : [sourceFile(input.path, basename(input.name))];
  const ownSynonyms = format === 'starter';
  return yield* runPlan(db, { name: input.name, format, files, open: FORMATS[format], ownSynonyms }, options);
}

/** Imports the graph that ships with the app: all tables of `dir` as one source. */
export async function* importStarter(
  db: WriteDb,
  options: RunOptions & { readonly dir?: string } = {},
): AsyncGenerator<ImportProgress, ImportReport> {
  const dir = options.dir ?? resourcePath('kg');
  const files = readdirSync(dir)
    .filter((name) => /^(diseases-.+|terms)\.tsv$/.test(name))
    .sort()
    .map((name) => sourceFile(join(dir, name), name));
  const plan = {
    name: STARTER_NAME,
    format: 'starter',
    files,
    open: openStarter,
    ownSynonyms: true,
  } as const;
  return yield* runPlan(db, plan, options);
}

export interface UndoOptions {
  readonly sliceMs?: number;
  /** Called in the transaction that completes the undo, to record it. */
  readonly onDone?: () => void;
}

/**
 * Takes an import back in slices, yielding the fraction done; `removeSource` does the same in one go. What a crash
 * interrupts, `recoverUnfinished` completes. Throws `conflict` while an import is under way.
 */
export async function* undoImport(
  db: WriteDb,
  sourceId: number,
  options: UndoOptions = {},
): AsyncGenerator<number, void> {
  const release = claimGraph(db);
  try {
    let fraction = 0;
    const steps = removalSteps(db, sourceId);
    const step = () => {
      const { done, value } = steps.next();
      fraction = value ?? 1;
      if (done === true) options.onDone?.();
      return done !== true;
    };
    const slices = inSlices(db, options.sliceMs ?? DEFAULT_SLICE_MS, step);
    try {
      for (let slice = await slices.next(); slice.done !== true; slice = await slices.next()) yield fraction;
    } finally {
      for await (const _slice of slices); // to the end, also when nobody listens any more
    }
  } finally {
    release();
  }
}

/** Takes back the sources that a crash left half imported or half removed; returns how many there were. */
export function recoverUnfinished(db: WriteDb): number {
  const unfinished = unfinishedSources(db);
  for (const id of unfinished) removeSource(db, id);
  return unfinished.length;
}
