/** `evaluate` and `predict` with a model that labels texts. */
import { existsSync } from 'node:fs';
import {
  type ClassifiedDocument,
  ClassifyTask,
  type RankedLabel,
} from '../../shared/domain/classification.ts';
import type { MovingWords } from '../../shared/domain/prediction.ts';
import { message } from '../../shared/messages/message.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { findDataSet, readClassifiedFile, readClassifiedSet } from '../services/data/data-sets.ts';
import {
  type ClassifyPredictor,
  evaluateTexts as evaluate,
  type LabelledText,
  type OpenClassifier,
} from '../services/models/open-model.ts';
import type { Session } from '../services/session/session.ts';
import { loadSegmenter, type Segmenter } from '../text/segmentation.ts';
import { printClassification, scoresOf } from './classification-output.ts';
import { integer, note, print, printJson, progressNote } from './command.ts';
import { dataKind, type FieldFlags } from './data-kind.ts';
import { said } from './language.ts';
import type { Options } from './options.ts';

const DEFAULT_TOP = 5;

export async function evaluateTexts(
  session: Session,
  model: OpenClassifier,
  { data, options }: { data: string; options: Options<'evaluate'> },
): Promise<void> {
  const task = ClassifyTask.parse(model.task);
  const documents = await readClassifiedData(session, data, { task, options });
  const { report, seconds } = await evaluate(model, documents, { dataSet: data, onProgress: progressNote() });
  if (options.json) printJson(scoresOf(report));
  else printClassification(report);
  note(
    message('cli.texts-evaluated', {
      documents: documents.length,
      seconds: seconds.toFixed(1),
      rate: Math.round(report.charactersPerSecond),
    }),
  );
}

/** A file as it is, else a data set of the workspace. */
export async function readClassifiedData(
  session: Session,
  data: string,
  { task, options }: { task: ClassifyTask; options: FieldFlags },
): Promise<ClassifiedDocument[]> {
  const kind = dataKind(task, options);
  if ('fields' in kind && existsSync(data)) return readClassifiedFile(session, { path: data, ...kind });
  return readClassifiedSet(session, findDataSet(session, data).id);
}

/** A text to label. */
export type LabelledRecord = Pick<EmrRecord, 'id' | 'title' | 'text' | 'composed'>;

/** Labels of every record, and the most probable ones; with `--json` one line a document. */
export async function predictLabels(
  predictor: ClassifyPredictor,
  groups: AsyncIterable<LabelledRecord[]>,
  options: Options<'predict'>,
  codeOf: (label: string) => string | undefined = () => undefined,
): Promise<void> {
  const top = integer(options.top, '--top', DEFAULT_TOP);
  const segmenter = options.explain === true ? loadSegmenter() : undefined;
  const start = performance.now();
  let documents = 0;
  for await (const group of groups) {
    const found = await predictor.predict(
      group.map(({ text }) => text),
      top,
    );
    for (const [i, record] of group.entries()) {
      const labelled = found[i]!;
      documents++;
      const explained = segmenter && (await explain(predictor, record.text, labelled.top, segmenter));
      const told = { ...labelled, top: labelled.top.map((one) => ({ ...one, ...coded(codeOf(one.label)) })) };
      if (options.json) printJson(lineOf(record, told, explained));
      else printLabels(record, told, explained);
    }
  }
  note(
    message('cli.documents-read', { documents, seconds: ((performance.now() - start) / 1000).toFixed(1) }),
  );
}

const coded = (code: string | undefined) => (code === undefined ? {} : { code });

/** Labels of a text, of standard terms with their codes. */
type Told = Omit<LabelledText, 'top'> & {
  readonly top: readonly (RankedLabel & { readonly code?: string })[];
};

/** Prints the words that moved each label, the heaviest first. */
async function explain(
  predictor: ClassifyPredictor,
  text: string,
  top: readonly RankedLabel[],
  segmenter: Segmenter,
): Promise<MovingWords[][]> {
  const occluder = predictor.occluder(text, (part) => segmenter.segment(part));
  const moved: MovingWords[][] = [];
  for (const { label } of top) {
    const { words } = await occluder.explain(predictor.labels.indexOf(label));
    moved.push(words.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)));
  }
  return moved;
}

const round = (value: number): number => Number(value.toFixed(4));

const lineOf = (
  { id, text, composed }: LabelledRecord,
  { labels, top, abstained }: Told,
  explained: readonly MovingWords[][] | undefined,
): unknown => ({
  id,
  labels,
  top: top.map(({ label, probability, code }, i) => ({
    label,
    ...coded(code),
    probability: round(probability),
    ...(explained && {
      words: explained[i]!.map(({ start, end, weight, without }) => ({
        start,
        end,
        text: text.slice(start, end),
        weight: round(weight),
        without: round(without),
      })),
    }),
  })),
  ...(abstained === undefined ? {} : { abstained }),
  ...(explained && composed ? { text } : {}),
});

const MOST_WORDS_PRINTED = 6;

function printLabels(
  { id, title, text }: LabelledRecord,
  { labels, top, abstained }: Told,
  explained: readonly MovingWords[][] | undefined,
): void {
  print(`${id}  ${title}`);
  if (abstained !== undefined) print(`  ${said(message(`classification.${abstained}`))}`);
  for (const [i, { label, probability, code }] of top.entries()) {
    const name = code === undefined ? label : `${code} ${label}`;
    print(`  ${labels.includes(label) ? '*' : ' '} ${name}  ${(100 * probability).toFixed(1)} %`);
    for (const { start, end, weight, without } of explained?.[i]?.slice(0, MOST_WORDS_PRINTED) ?? [])
      print(
        `      ${weight > 0 ? '+' : '−'} ${text.slice(start, end)}  ${start}-${end}  ${said(
          message('cli.without-words', { probability: (100 * without).toFixed(1) }),
        )}`,
      );
  }
}
