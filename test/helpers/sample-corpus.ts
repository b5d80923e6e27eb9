/** Labelled sentences made of the sample records: their own mentions are the labels. */
import type { Page } from 'playwright';
import type { LabelledDocument } from '../../shared/domain/training.ts';
import { ask } from './screen.ts';

/** Every so many sentences one goes to the dev set. */
const DEV_EVERY = 5;

export async function sampleCorpus(
  page: Page,
): Promise<{ train: LabelledDocument[]; dev: LabelledDocument[] }> {
  const sentences = new Map<string, LabelledDocument>();
  for (const { id, origin } of (await ask(page, 'docs.list', {})).documents) {
    if (origin !== 'sample') continue;
    const { text, title } = await ask(page, 'docs.get', { id });
    const { mentions } = await ask(page, 'text.annotate', { text });
    const entities = mentions.filter(({ depth }) => depth === 0);
    for (const found of text.matchAll(/[^。；\n]+[。；]?/g)) {
      const [sentence] = found;
      const start = found.index;
      const inside = entities.filter(
        (entity) => entity.start >= start && entity.end <= start + sentence.length,
      );
      if (inside.length === 0 || sentences.has(sentence)) continue;
      sentences.set(sentence, {
        id: `${title} ${start}`,
        text: sentence,
        entities: inside.map((entity) => ({
          start: entity.start - start,
          end: entity.end - start,
          type: entity.type,
        })),
      });
    }
  }
  const all = [...sentences.values()];
  return {
    train: all.filter((_, i) => i % DEV_EVERY !== 0),
    dev: all.filter((_, i) => i % DEV_EVERY === 0),
  };
}
