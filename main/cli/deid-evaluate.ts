/** `deid --evaluate FILE.jsonl`: recall and precision by field on labelled texts. */
import { z } from 'zod';
import { DeidField } from '../../shared/domain/deid.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import type { DetectOptions, ModelSpan } from '../deid/detect.ts';
import { type DeidReport, evaluateDeid, type LabelledText, wilsonInterval } from '../deid/evaluate.ts';
import { fileText } from '../reading/decode.ts';
import { collect, readChunks, sourceFile } from '../reading/files.ts';
import { deidentifierOf } from '../services/deid/deid.ts';
import { deidLevel, headed, note, print, printJson, withSession } from './command.ts';
import { detectorNotes, detectorsOf, fieldName, taggerFor, withPersonModel } from './deid-model.ts';
import type { Options } from './options.ts';

const Labelled = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  text: z.string(),
  entities: z.array(z.object({ start: z.number().int(), end: z.number().int(), type: DeidField })),
});

export async function evaluate(path: string, options: Options<'deid'>): Promise<void> {
  const texts = await readLabelled(path);
  return withSession(options, 'starter', (session) =>
    withPersonModel(session, options, async (model) => {
      const { detector, isTerm } = deidentifierOf(session);
      const spans = new Map<string, ModelSpan[]>();
      const tagger = await taggerFor(session, options);
      const marks = new Map<string, DetectOptions['marks']>();
      for (const { text } of texts) {
        if (model !== undefined) spans.set(text, await model.find(text));
        marks.set(text, await tagger?.(text));
      }
      const scores = evaluateDeid(texts, (text) =>
        detector.detect(text, {
          ...(isTerm === undefined ? {} : { isTerm }),
          model: spans.get(text) ?? [],
          marks: marks.get(text),
          level: deidLevel(options),
        }),
      );
      if (options.json) printJson({ ...scores, detectors: detectorsOf({ model, tagger }) });
      else printScores(scores);
      for (const found of detectorNotes({ model, tagger })) note(found);
    }),
  );
}

async function readLabelled(path: string): Promise<LabelledText[]> {
  const bytes = await collect(readChunks(sourceFile(path)));
  const lines = fileText({ name: path, bytes }).split(/\r?\n/);
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return [];
    const wrong = (problem: Message) =>
      new AppError(
        'bad-input',
        'files.at-line',
        { place: `${path}:${i + 1}`, problem },
        { hint: 'deid.labelled-line-form' },
      );
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw wrong(toErrorData(error).message);
    }
    const parsed = Labelled.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = issue?.path.join('.') ?? '';
      throw wrong(message('deid.wrong-field', { field, problem: issue?.message ?? '' }));
    }
    const { id = i + 1, text, entities } = parsed.data;
    if (entities.some(({ start, end }) => start < 0 || start >= end || end > text.length))
      throw wrong(message('deid.entity-outside-text'));
    return [{ id: String(id), text, entities }];
  });
}

const percent = (share: number): string => (100 * share).toFixed(1);

/** Returns a share in per cent with its 95 % interval. */
function shareOf(part: number, whole: number): string {
  if (whole === 0) return '–';
  const [low, high] = wilsonInterval(part, whole);
  return `${percent(part / whole)} % (${percent(low)}–${percent(high)})`;
}

function printScores({ documents, clean, scores, missed, superfluous }: DeidReport): void {
  const rows = scores.map(({ field, gold, covered, sameField, found, right }) => [
    fieldName(field),
    gold,
    shareOf(covered, gold),
    shareOf(sameField, gold),
    found,
    shareOf(right, found),
  ]);
  print(headed(['field', 'labelled', 'recall', 'as this field', 'found', 'precision'], rows));
  for (const { id, field, text } of missed)
    print(message('cli.deid-missed', { id, field: fieldName(field), text }));
  for (const { id, field, text, rule } of superfluous)
    print(message('cli.deid-superfluous', { id, field: fieldName(field), text, rule }));
  const leaks = documents === 0 ? '–' : (missed.length / documents).toFixed(2);
  note(message('deid.recall-note', { documents, leaks, clean: shareOf(clean, documents) }));
}
