/** `evaluate`, `predict`: a model of the registry over files, in this process. */
import { existsSync } from 'node:fs';
import { isPairTask } from '../../shared/domain/classification.ts';
import { ComparisonOptions } from '../../shared/domain/comparison.ts';
import { splitTexts } from '../../shared/domain/pairs.ts';
import { isOfKind } from '../../shared/domain/tasks.ts';
import type { LabelledDocument, NerReport, PredictedSpan, Score } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { ASSERTION_NAMES } from '../formats/html-report.ts';
import { readPairs } from '../formats/read-classified.ts';
import { findDataSet, readDataSet, readLabelledFile } from '../services/data/data-sets.ts';
import { listModels } from '../services/models/models.ts';
import {
  compareHere,
  evaluateTagger as evaluateWith,
  type NerPredictor,
  type OpenModel,
  withModel,
} from '../services/models/open-model.ts';
import { withCode } from '../services/models/predict.ts';
import { predictedLine } from '../services/records/finding-lines.ts';
import type { Session } from '../services/session/session.ts';
import { buildPredictedAssertions } from '../text/predicted-assertions.ts';
import { loadRules } from '../text/rules.ts';
import { inPercent, printComparison } from './classification-output.ts';
import { evaluateTexts, type LabelledRecord, predictLabels, readClassifiedData } from './classify.ts';
import {
  expected,
  headed,
  integer,
  needed,
  note,
  only,
  print,
  printJson,
  progressNote,
  table,
  UsageError,
  valueName,
  withSession,
} from './command.ts';
import { pairFields } from './data-kind.ts';
import { said } from './language.ts';
import type { CommonOptions, Options } from './options.ts';
import { readableRecords } from './readable-records.ts';
import { evaluateRelations, predictRelations } from './relations.ts';
import { taskNamed } from './settings-flags.ts';

/** Scores on a file or a data set; with `--json` one object on standard output. */
export async function evaluate(args: readonly string[], options: Options<'evaluate'>): Promise<void> {
  if (args.length > 0) throw expected(`evaluate ${args[0]}`, '--model NAME --data FILE|NAME');
  const data = needed(options.data, 'evaluate', '--data FILE|NAME');
  if (options.against !== undefined) return compare(options.against, data, options);
  for (const option of ['samples', 'seed'] as const)
    if (options[option] !== undefined)
      throw new UsageError('cli.belongs-to', { option: `--${option}`, other: '--against' });
  return withNamed('evaluate', options, async (session, model) => {
    if (model.task === 'ner')
      await evaluateTagger(session, model.predictor, { data, weights: weightsOf(model), options });
    else if (isOfKind('relations', model.task)) await evaluateRelations(session, model, { data, options });
    else await evaluateTexts(session, model, { data, options });
  });
}

/** Compares the model with another one on a file or a data set. */
function compare(against: string, data: string, options: Options<'evaluate'>): Promise<void> {
  const model = needed(options.model, 'evaluate', '--model NAME');
  const samples = integer(options.samples, '--samples', ComparisonOptions.parse({}).samples);
  const seed = integer(options.seed, '--seed', 1);
  return withSession(options, 'empty', async (session) => {
    const comparison = await compareHere(session, {
      names: [model, against],
      int8: options.int8,
      read: (task) =>
        task === 'ner' ? readData(session, data) : readClassifiedData(session, data, { task, options }),
      dataSet: data,
      options: ComparisonOptions.parse({ samples, seed }),
      onProgress: progressNote(),
    });
    if (options.json) printJson({ first: model, second: against, ...comparison });
    else printComparison(comparison, { first: model, second: against });
  });
}

async function evaluateTagger(
  session: Session,
  predictor: NerPredictor,
  { data, weights, options }: { data: string; weights: string; options: CommonOptions },
): Promise<void> {
  const documents = await readData(session, data);
  const { report, seconds } = await evaluateWith(predictor, documents, {
    dataSet: data,
    onProgress: progressNote(),
  });
  if (options.json) printJson(evaluationOf(report, documents.length, seconds));
  else printEvaluation(report);
  note(
    message('cli.evaluated', {
      documents: documents.length,
      seconds: seconds.toFixed(1),
      rate: Math.round(report.charactersPerSecond),
      weights,
    }),
  );
}

export function evaluationOf({ scores, ...report }: NerReport, documents: number, seconds: number): unknown {
  const { perType, relaxed } = scores;
  return {
    ...scoreOf(scores),
    perType: scoresOf(perType),
    relaxed: { ...scoreOf(relaxed), perType: scoresOf(relaxed.perType) },
    dataSet: report.dataSet,
    documents,
    errorCounts: report.errorCounts,
    untaggable: report.untaggable,
    charactersPerSecond: report.charactersPerSecond,
    msPerDocument: (1000 * seconds) / Math.max(1, documents),
  };
}

const scoreOf = ({ f1, precision, recall, support }: Score): Score => ({ f1, precision, recall, support });

const scoresOf = (perType: Readonly<Record<string, Score>>): Record<string, Score> =>
  Object.fromEntries(Object.entries(perType).map(([type, score]) => [type, scoreOf(score)]));

export function printEvaluation({ scores, errorCounts, untaggable }: NerReport): void {
  const row = (name: string, score: Score, relaxed: Score | undefined) => [
    name,
    ...[score.precision, score.recall, score.f1].map(inPercent),
    inPercent(relaxed?.f1 ?? 0),
    score.support,
  ];
  const types = Object.entries(scores.perType).sort((a, b) => b[1].support - a[1].support);
  print(
    headed(
      ['type', 'P %', 'R %', 'F1 %', 'relaxed F1 %', 'support'],
      [
        ...types.map(([type, score]) => row(type, score, scores.relaxed.perType[type])),
        row(said(message('classification.all')), scores, scores.relaxed),
      ],
    ),
  );
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${valueName(name)} ${count}`)
      .join(', ');
  print(message('cli.errors', { errors: counted(errorCounts) }));
  if (Object.keys(untaggable).length > 0) print(message('cli.untaggable', { entities: counted(untaggable) }));
}

/** A file as it is, else a data set of the workspace. */
async function readData(session: Session, data: string): Promise<LabelledDocument[]> {
  if (existsSync(data)) return readLabelledFile(session, data);
  return readDataSet(session, findDataSet(session, data).id);
}

/** Records whose entities are looked for together. */
const GROUP = 256;

/** Entities of every record; with `--json` one line a document. */
export function predict(args: readonly string[], options: Options<'predict'>): Promise<void> {
  const input = only(args, 'INPUT (.txt, .jsonl[.gz], FOLDER, -)');
  return withNamed('predict', options, async (session, model) => {
    if (model.task === 'ner') {
      if (options.explain === true)
        throw new UsageError('cli.belongs-to', { option: '--explain', other: '--task classify|diagnose' });
      return predictEntities(model.predictor, { input, weights: weightsOf(model), options });
    }
    if (isOfKind('relations', model.task)) return predictRelations(session, model, groups(input), options);
    const codeOf = (term: string) => withCode(session, { term, probability: 1 }).code;
    return predictLabels(
      model.predictor,
      isPairTask(model.task) ? pairsIn(input, options) : groups(input),
      options,
      isOfKind('terms', model.task) ? codeOf : undefined,
    );
  });
}

async function predictEntities(
  predictor: NerPredictor,
  { input, weights, options }: { input: string; weights: string; options: CommonOptions },
): Promise<void> {
  const start = performance.now();
  const counts = { documents: 0, characters: 0, entities: 0 };
  const assert = buildPredictedAssertions(loadRules());
  for await (const group of groups(input)) {
    const found = await predictor.predict(group.map(({ text }) => text));
    for (const [i, record] of group.entries()) {
      const entities = assert(record.text, found[i]!);
      counts.documents++;
      counts.characters += record.text.length;
      counts.entities += entities.length;
      if (options.json) printJson(predictedLine(record, entities));
      else printPredicted(record, entities);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  note(message('cli.predicted', { ...counts, seconds: seconds.toFixed(1), weights }));
}

/** Pairs of texts of a file; the first text is the title. */
async function* pairsIn(input: string, options: Options<'predict'>): AsyncGenerator<LabelledRecord[]> {
  const pairs = await readPairs(input, input, pairFields(options));
  for (let from = 0; from < pairs.length; from += GROUP)
    yield pairs.slice(from, from + GROUP).map(({ id, text }) => {
      const { first, second } = splitTexts(text);
      return { id, text, title: `${first} | ${second}`, composed: false };
    });
}

async function* groups(input: string): AsyncGenerator<EmrRecord[]> {
  let group: EmrRecord[] = [];
  for await (const record of readableRecords(input)) {
    group.push(record);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function printPredicted({ id, title }: EmrRecord, entities: readonly PredictedSpan[]): void {
  print(`${id}  ${title}`);
  const rows = entities.map(({ start, end, text, type, confidence, assertion = 'present' }) => {
    return [`${start}-${end}`, text, type, ASSERTION_NAMES[assertion], `${(100 * confidence).toFixed(1)} %`];
  });
  if (rows.length > 0) print(table(rows));
}

const weightsOf = ({ int8 }: OpenModel): string => (int8 ? 'int8' : 'fp32');

const withNamed = (
  command: string,
  options: Options<'evaluate'> | Options<'predict'>,
  use: (session: Session, model: OpenModel) => Promise<void>,
): Promise<void> =>
  withSession(options, 'empty', (session) =>
    withModel(session, modelNamed(command, session, options), { int8: options.int8 }, async (model) => {
      if (model.task === 'ner') {
        const { openMs, firstTextMs } = model.predictor.latency;
        note(
          message('cli.model-opened', {
            name: model.card.name,
            opening: Math.round(openMs),
            first: firstTextMs.toFixed(1),
          }),
        );
      }
      await use(session, model);
    }),
  );

/** The model named, or the one in use for the task named. */
function modelNamed(
  command: string,
  session: Session,
  options: Options<'evaluate'> | Options<'predict'>,
): string | number {
  if (options.model !== undefined) return options.model;
  const task = needed('task' in options ? options.task : undefined, command, '--model NAME');
  const wanted = taskNamed(task);
  const used = listModels(session).find((card) => card.inUse && card.task === wanted);
  if (used === undefined)
    throw new AppError(
      'not-found',
      'models.none-in-use',
      { task: message(`value.${wanted}`) },
      { hint: 'hint.name-or-use-model' },
    );
  return used.id;
}
