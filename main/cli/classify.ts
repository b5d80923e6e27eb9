/** `evaluate` and `predict` with a model that labels texts. */
import { existsSync } from 'node:fs';
import type { ClassifiedDocument } from '../../shared/domain/classification.ts';
import type { ModelCard } from '../../shared/domain/training.ts';
import { evaluateClassifier } from '../engine/tasks/classify/evaluate.ts';
import { textsHash } from '../engine/tasks/classify/folds.ts';
import type { ClassifyPredictor } from '../engine/tasks/classify/predictor.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { readClassified } from '../formats/read-classified.ts';
import { findDataSet, readClassifiedSet } from '../services/data-sets.ts';
import type { Session } from '../services/session.ts';
import { printClassification, scoresOf } from './classification-output.ts';
import { type CommandOptions, integer, note, print, printJson, progressNote } from './command.ts';
import { dataKind } from './data-kind.ts';

const DEFAULT_TOP = 5;

export async function evaluateTexts(
  session: Session,
  predictor: ClassifyPredictor,
  { data, card, options }: { data: string; card: ModelCard; options: CommandOptions },
): Promise<void> {
  const task = card.task === 'classify' ? 'classify' : 'diagnose';
  const documents = await readData(session, data, { task, options });
  const start = performance.now();
  const { rows, cut } = await predictor.logitsOf(
    documents.map(({ text }) => text),
    { onProgress: progressNote() },
  );
  const seconds = (performance.now() - start) / 1000;
  const report = evaluateClassifier(
    documents,
    { rows, cut, seconds },
    {
      task,
      dataSet: data,
      labels: predictor.labels,
      decision: predictor.decision,
      fittedHere: predictor.fittedOn === textsHash(documents),
    },
  );
  if (options.json) printJson(scoresOf(report));
  else printClassification(report);
  note(
    `${documents.length} texts in ${seconds.toFixed(1)} s, ${Math.round(report.charactersPerSecond)} characters/s`,
  );
}

/** A file as it is, else a data set of the workspace. */
async function readData(
  session: Session,
  data: string,
  { task, options }: { task: 'classify' | 'diagnose'; options: CommandOptions },
): Promise<ClassifiedDocument[]> {
  const kind = dataKind(task, options);
  if ('fields' in kind && existsSync(data)) return readClassified(data, data, kind.fields, kind.task);
  return readClassifiedSet(session, findDataSet(session, data).id);
}

/** Labels of every record, and the most probable ones; with `--json` one line a document. */
export async function predictLabels(
  predictor: ClassifyPredictor,
  groups: AsyncIterable<EmrRecord[]>,
  options: CommandOptions,
): Promise<void> {
  const top = integer(options.top, 'top', DEFAULT_TOP);
  const start = performance.now();
  let documents = 0;
  for await (const group of groups) {
    const found = await predictor.predict(
      group.map(({ text }) => text),
      top,
    );
    for (const [i, { id, title }] of group.entries()) {
      const { labels, top: ranked } = found[i]!;
      documents++;
      if (options.json) {
        const rounded = ranked.map(({ label, probability }) => ({
          label,
          probability: Number(probability.toFixed(4)),
        }));
        printJson({ id, labels, top: rounded });
      } else {
        print(`${id}  ${title}`);
        for (const { label, probability } of ranked)
          print(`  ${labels.includes(label) ? '*' : ' '} ${label}  ${(100 * probability).toFixed(1)} %`);
      }
    }
  }
  note(`${documents} documents in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
