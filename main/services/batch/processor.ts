/** Does the work of a batch run on records, with what travels with the run and nothing of a workspace. */
import { deserialize } from 'node:v8';
import { z } from 'zod';
import { BatchJob } from '../../../shared/domain/batch.ts';
import { DeidLevel, DeidMode } from '../../../shared/domain/deid.ts';
import { LabelledSpan, type PredictedSpan } from '../../../shared/domain/training.ts';
import { OwnRange } from '../../../shared/domain/value.ts';
import { AppError, type AppErrorData, toErrorData } from '../../../shared/result.ts';
import { DeidRun } from '../../deid/deidentify.ts';
import { readOwnFolder } from '../../engine/io/model-folder.ts';
import { unpackLinkerTables } from '../../inference/linker-store.ts';
import { wholeWords } from '../../inference/whole-words.ts';
import { openLinker } from '../../kg/linker/linker.ts';
import { keepAllowed, reviewAnalysis } from '../../kg/linker/review.ts';
import { normaliseName } from '../../text/folding.ts';
import { buildPredictedAssertions } from '../../text/predicted-assertions.ts';
import { loadRules } from '../../text/rules.ts';
import { deidTools } from '../deid/deidentify-records.ts';
import { identifierTagger } from '../deid/identifier-tagger.ts';
import { inTypesOfGraph } from '../models/predict.ts';
import { labelledLine, linkedLine, predictedLine } from '../records/finding-lines.ts';

/** A record as a worker reads it. */
export const BatchRecord = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** Whether offsets refer to a text that was composed from fields. */
  composed: z.boolean(),
  /** Gold entities, for an evaluation. */
  entities: z.array(LabelledSpan).optional(),
});
export type BatchRecord = z.infer<typeof BatchRecord>;

export const PART_NAMES = ['linker', 'model', 'terms'] as const;
type PartName = (typeof PART_NAMES)[number];

/** All that the results of a run depend on, beside the records. */
export const BatchSettings = z.object({
  /** Version of Meridian: another may find other things. */
  version: z.string(),
  job: BatchJob,
  /** Files that the job needs, by the sha256 of their content. */
  parts: z.partialRecord(z.enum(PART_NAMES), z.object({ sha256: z.string(), key: z.string() })),
  /** Words that are never marked. */
  rules: z.array(z.object({ words: z.string(), type: z.string() })),
  /** Reference ranges of the workspace's own laboratory. */
  ranges: z.array(OwnRange).default([]),
  model: z
    .object({ name: z.string(), labels: z.array(z.string()), int8: z.boolean(), starter: z.boolean() })
    .optional(),
  deid: z.object({ mode: DeidMode, level: DeidLevel, tagger: z.boolean(), secret: z.string() }).optional(),
});
export type BatchSettings = z.infer<typeof BatchSettings>;

/** Result of a job for a record, or the reason why there is none. */
export type Outcome = { readonly value: unknown } | { readonly error: AppErrorData };

export interface Processor {
  /** Returns an outcome a record, in order. @throws what concerns more than one record */
  process(records: readonly BatchRecord[]): Promise<Outcome[]>;
  /** Returns the milliseconds of processor time that the process that works has taken since its start. */
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

type Work = Pick<Processor, 'close'> & {
  readonly work: (records: readonly BatchRecord[]) => Promise<unknown[]>;
};

/** Labels told of each text. */
const TOP_LABELS = 5;

const NOTHING_OPEN = { close: async () => undefined };

/** Opens what the settings name. @param read returns the content of a file of the run */
export async function openProcessor(
  settings: BatchSettings,
  read: (name: PartName) => Promise<Uint8Array>,
): Promise<Processor> {
  const { work, close } = await openWork(settings, read);
  return {
    close,
    async cpuMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    async process(records) {
      try {
        return (await work(records)).map((value) => ({ value }));
      } catch (error) {
        if (!(error instanceof AppError) || records.length === 1 || settings.job === 'deid') throw error;
        return oneByOne(records, work); // one of them may be the cause
      }
    },
  };
}

async function oneByOne(records: readonly BatchRecord[], work: Work['work']): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const record of records) {
    try {
      const [value] = await work([record]);
      outcomes.push({ value });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.push({ error: toErrorData(error) });
    }
  }
  return outcomes;
}

function openWork(settings: BatchSettings, read: (name: PartName) => Promise<Uint8Array>): Promise<Work> {
  switch (settings.job) {
    case 'annotate':
      return openAnnotation(settings, read);
    case 'predict':
    case 'evaluate':
      return openPrediction(settings, read);
    case 'deid':
      return openDeidentification(settings, read);
  }
}

type Read = Parameters<typeof openProcessor>[1];

async function openAnnotation(settings: BatchSettings, read: Read): Promise<Work> {
  const rules = loadRules(settings.ranges);
  const linker = openLinker(unpackLinkerTables(await read('linker')), rules);
  const review = { corrections: [], rules: settings.rules };
  const tagger = settings.model === undefined ? undefined : await openModel(settings, read);
  const assert = buildPredictedAssertions(rules);
  return {
    close: async () => tagger?.close(),
    async work(records) {
      const predicted = await tagger?.entities(records.map(({ text }) => text));
      return records.map((record, i) => {
        const { text } = record;
        const line = linkedLine(record, reviewAnalysis(text, linker.annotate(text), review));
        if (predicted === undefined) return line;
        const allowed = keepAllowed(text, assert(text, predicted[i] ?? []), review);
        return { ...line, predicted: predictedLine(record, allowed).entities };
      });
    },
  };
}

async function openPrediction(settings: BatchSettings, read: Read): Promise<Work> {
  const model = await openModel(settings, read);
  const assert = buildPredictedAssertions(loadRules());
  return {
    close: model.close,
    async work(records) {
      const texts = records.map(({ text }) => text);
      if (model.labels !== undefined) {
        const labelled = await model.labels(texts);
        return records.map((record, i) => labelledLine(record, labelled[i]));
      }
      const found = await model.entities(texts);
      if (settings.job === 'predict')
        return records.map((record, i) => predictedLine(record, assert(record.text, found[i] ?? [])));
      const { countUntaggable } = await import('../../engine/tasks/ner/evaluate.ts');
      return records.map(({ id, text, entities = [] }, i) => ({
        document: { id, text, entities },
        predicted: found[i] ?? [],
        untaggable: countUntaggable([{ id, text, entities }], model.reader),
      }));
    },
  };
}

/** Opens the model of a run as the command line and, for annotation, as the editor does. */
async function openModel({ model, job }: BatchSettings, read: Read) {
  const bytes = z.map(z.string(), z.instanceof(Uint8Array)).parse(deserialize(await read('model')));
  const { files } = readOwnFolder(bytes);
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  const options = { int8: model?.int8 === true };
  const nothing = async (): Promise<PredictedSpan[][]> => [];
  if (files.config.task !== 'ner') {
    const { ClassifyPredictor } = await import('../../engine/tasks/classify/predictor.ts');
    const predictor = await ClassifyPredictor.open(executor, files, options);
    return {
      labels: (texts: readonly string[]) => predictor.predict(texts, TOP_LABELS),
      ...{ entities: nothing, reader: undefined as never }, // safe: only taggers are evaluated
      close: () => predictor.dispose(),
    };
  }
  const { NerPredictor } = await import('../../engine/tasks/ner/predictor.ts');
  const predictor = await NerPredictor.open(executor, files, options);
  const asInEditor = job === 'annotate' && model?.starter === true;
  return {
    labels: undefined,
    reader: predictor.reader,
    async entities(texts: readonly string[]) {
      const found = await predictor.predict(texts);
      if (!asInEditor) return found;
      return texts.map((text, i) => inTypesOfGraph(wholeWords(text, found[i] ?? [], predictor.reader)));
    },
    close: () => predictor.dispose(),
  };
}

/** Records of a block leave together: what one says of a patient is found in all of the block. */
async function openDeidentification({ deid }: BatchSettings, read: Read): Promise<Work> {
  if (deid === undefined) throw new AppError('bad-request', 'batch.unreadable-settings');
  const terms = z.set(z.string()).parse(deserialize(await read('terms')));
  const { rules, detector, patient } = deidTools();
  const marks = deid.tagger ? await identifierTagger() : undefined;
  return {
    ...NOTHING_OPEN,
    async work(records) {
      const run = new DeidRun({
        ...{ rules, detector, secret: deid.secret, level: deid.level, sexes: new Map() },
        isTerm: (word) => terms.has(normaliseName(word)),
        readPatient: (text) => patient.read(text),
      });
      const marked = await marks?.many(records.map(({ text }) => text));
      const read = records.map((record, i) => ({
        record,
        found: run.read({ ...record, marks: marked?.[i] }),
      }));
      return read.map(({ record, found }) => {
        const { title, text, pieces, findings } = run.finish(record, found, deid.mode);
        return { id: record.id, title, text, pieces, findings };
      });
    },
  };
}
