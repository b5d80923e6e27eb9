/** Imports knowledge graphs of many formats, undoes imports, and recovers after a crash. */
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
import { openMeridianGraph } from './formats/meridian-graph.ts';
import { openNtriples } from './formats/ntriples.ts';
import { openRrf } from './formats/rrf.ts';
import { openStarter } from './formats/starter.ts';
import { openSynonyms } from './formats/synonyms.ts';
import { openTriples } from './formats/triples.ts';
import { openWordlist } from './formats/wordlist.ts';
import { openXywy } from './formats/xywy.ts';
import type { OpenFormat } from './pass.ts';
import { type ImportProgress, type RunOptions, runPlan } from './run.ts';
import { inSlices, lockGraph, type SliceOptions } from './slices.ts';

export { detectFormat } from './detect.ts';
export type { ImportProgress, RunOptions } from './run.ts';
export { lockGraph };

export const STARTER_NAME = 'Meridian starter KG';

export interface ImportInput {
  /** Original file name: names the source, and gives the type of a word list. */
  readonly name: string;
  /** File, optionally gzipped; for UMLS also the folder of its tables. */
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
  meridian: openMeridianGraph,
};

/**
 * Imports a file as one source. Streams it in transactions of `sliceMs` (20 ms) and yields to the event loop between
 * them.
 * @throws AppError `bad-input` for content outside the format, `cancelled` after the signal, `conflict` during
 * another import; the graph then stays unchanged
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

/** Imports the starter graph: all tables of `dir` as one source. */
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

export interface UndoOptions extends SliceOptions {
  /** Called in the transaction that begins the undo, to record it: from there on nothing stops it. */
  readonly onBegin?: () => void;
}

/**
 * Undoes an import in slices, yielding the fraction done; `removeSource` does it at once. `recoverUnfinished`
 * completes an undo interrupted by a crash.
 * @throws AppError `conflict` during an import
 */
export async function* undoImport(
  db: WriteDb,
  sourceId: number,
  options: UndoOptions = {},
): AsyncGenerator<number, void> {
  const release = lockGraph(db);
  try {
    let fraction: number | undefined;
    const steps = removalSteps(db, sourceId);
    const step = () => {
      const { done, value } = steps.next();
      if (fraction === undefined) options.onBegin?.();
      fraction = value ?? 1;
      return done !== true;
    };
    const slices = inSlices(db, options, step);
    try {
      for (let slice = await slices.next(); slice.done !== true; slice = await slices.next())
        yield fraction ?? 0;
    } finally {
      for await (const _slice of slices); // runs to the end even when the consumer stops
    }
  } finally {
    release();
  }
}

/** Removes the sources that a crash left partly imported or partly removed; returns their number. */
export function recoverUnfinished(db: WriteDb): number {
  const unfinished = unfinishedSources(db);
  for (const id of unfinished) removeSource(db, id);
  return unfinished.length;
}
