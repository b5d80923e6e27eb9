/** `evaluate` and `predict` with a model of relations. */
import { existsSync } from 'node:fs';
import type { LabelledDocument, RelatedDocument } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { readRelated } from '../formats/read-related.ts';
import { findDataSet, readRelatedSet } from '../services/data/data-sets.ts';
import {
  evaluateTexts,
  type OpenClassifier,
  relate,
  relationExamples,
  scoreTriples,
  withModel,
} from '../services/models/open-model.ts';
import type { Session } from '../services/session/session.ts';
import { inPercent, printClassification, scoresOf } from './classification-output.ts';
import { headed, needed, note, print, printJson, progressNote, table } from './command.ts';
import type { Options } from './options.ts';

type Mentions = Pick<LabelledDocument, 'text' | 'entities'>;

/** Scores of pairs of labelled mentions, and of triples over labelled mentions or those of a tagger. */
export async function evaluateRelations(
  session: Session,
  model: OpenClassifier,
  { data, options }: { data: string; options: Options<'evaluate'> },
): Promise<void> {
  const documents = existsSync(data)
    ? await readRelated(data, data)
    : readRelatedSet(session, findDataSet(session, data).id);
  const examples = relationExamples(model.predictor, documents);
  const { report, seconds } = await evaluateTexts(model, examples, {
    dataSet: data,
    onProgress: progressNote(),
  });
  const triples = { mentions: await triplesOver(model, documents, documents) };
  const { tagger } = options;
  const found = tagger === undefined ? undefined : await mentionsOf(session, tagger, documents);
  const joint = found && { joint: await triplesOver(model, documents, found) };
  const all = { ...triples, ...joint };
  if (options.json) return printJson({ ...(scoresOf(report) as object), triples: all }); // safe: an object of scores
  printClassification(report);
  print(
    headed(
      ['triples', 'P %', 'R %', 'F1 %', 'support'],
      Object.entries(all).map(([name, { all: score }]) => [
        name === 'joint' ? (tagger ?? '') : 'gold',
        ...[score.precision, score.recall, score.f1].map(inPercent),
        score.support,
      ]),
    ),
  );
  note(
    message('cli.texts-evaluated', {
      documents: examples.length,
      seconds: seconds.toFixed(1),
      rate: Math.round(report.charactersPerSecond),
    }),
  );
}

async function triplesOver(
  { predictor }: OpenClassifier,
  gold: readonly RelatedDocument[],
  mentions: readonly Mentions[],
) {
  const found = await relate(predictor, mentions, { onProgress: progressNote() });
  return scoreTriples(
    gold,
    mentions.map((document, i) => ({ ...document, relations: found[i]! })),
  );
}

/** Returns the documents with the entities that a tagger finds in them. */
const mentionsOf = (
  session: Session,
  tagger: string,
  documents: readonly { readonly text: string }[],
): Promise<Mentions[]> =>
  withModel(session, tagger, { int8: undefined }, async (model) => {
    if (model.task !== 'ner') throw needed(undefined, 'evaluate', '--tagger NAME');
    const texts = documents.map(({ text }) => text);
    const found = await model.predictor.predict(texts, { onProgress: progressNote() });
    return texts.map((text, i) => ({ text, entities: found[i]! }));
  });

/** Relations of every record between the entities of a tagger; with `--json` one line a document. */
export async function predictRelations(
  session: Session,
  { predictor }: OpenClassifier,
  groups: AsyncIterable<EmrRecord[]>,
  options: Options<'predict'>,
): Promise<void> {
  const tagger = needed(options.tagger, 'predict', '--tagger NAME');
  const start = performance.now();
  let documents = 0;
  for await (const group of groups) {
    const mentions = await mentionsOf(session, tagger, group);
    const found = await relate(predictor, mentions);
    for (const [i, { id, title, text, composed }] of group.entries()) {
      documents++;
      const { entities } = mentions[i]!;
      const end = (number: number) => {
        const { start: from, end: to, type } = entities[number]!;
        return { start: from, end: to, type, text: text.slice(from, to) };
      };
      const relations = found[i]!.map(({ from, to, type, confidence }) => ({
        type,
        from: end(from),
        to: end(to),
        confidence: Number(confidence.toFixed(4)),
      }));
      if (options.json) {
        printJson({ id, relations, ...(composed ? { text } : {}) });
        continue;
      }
      print(`${id}  ${title}`);
      const rows = relations.map(({ type, from, to, confidence }) => [
        `  ${from.text}`,
        type,
        to.text,
        `${(100 * confidence).toFixed(1)} %`,
      ]);
      if (rows.length > 0) print(table(rows));
    }
  }
  note(
    message('cli.documents-read', { documents, seconds: ((performance.now() - start) / 1000).toFixed(1) }),
  );
}
