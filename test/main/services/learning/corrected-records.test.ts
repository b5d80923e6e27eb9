/** Corrected records as documents of a project: gold layer of the highlights as they stand, in the project's schema. */
import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../../../main/db/repositories/annotation/items.ts';
import { layersOfProject } from '../../../../main/db/repositories/annotation/layers.ts';
import { reviewAnalysis } from '../../../../main/kg/linker/review.ts';
import { addCorrected } from '../../../../main/services/learning/corrected-records.ts';
import { applyCorrections } from '../../../../main/services/records/corrections.ts';
import { createRecord, saveDraft } from '../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import { type Correction, correctionOf, type Review } from '../../../../shared/domain/correction.ts';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import type { Mention } from '../../../../shared/domain/mention.ts';
import { GOLD } from '../../../../shared/domain/project.ts';
import { makeProject } from '../../../helpers/projects.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const TEXT = '肺炎三天，咳嗽，服头孢。';

const at = (words: string) => ({ start: TEXT.indexOf(words), end: TEXT.indexOf(words) + words.length });
const mention = (words: string, type: EntityType): Mention => ({
  ...{ ...at(words), text: words, type, entityId: 1, name: words, assertion: 'present', depth: 0 },
});
const correction = (words: string, from: EntityType, to: EntityType | null): Correction =>
  correctionOf(TEXT, {
    id: crypto.randomUUID(),
    found: { ...at(words), type: from },
    mention: to && { ...at(words), type: to, assertion: 'present', entity: null },
  });

/** A session whose dictionary marks three words and whose model marks two. */
function open(): Session {
  const found = [mention('肺炎', 'disease'), mention('咳嗽', 'symptom'), mention('头孢', 'exam')];
  const entities = [
    { ...at('咳嗽'), type: 'symptom', confidence: 0.9 },
    { ...at('三天'), type: 'drug', confidence: 0.9 },
  ];
  const model = { id: 5, name: 'tagger' };
  const run = async (task: string, { text, review }: { text: string; review: Review }) => {
    if (task === 'predict') return { model, entities };
    return reviewAnalysis(text, { sections: [], values: [], patient: {}, mentions: found }, review);
  };
  return { ...openTestSession(), engine: { run } } as unknown as Session; // safe: only `run` is called
}

const gold = (session: Session, projectId: number) =>
  layersOfProject(dbOf(session), projectId, GOLD).map(({ id, state }) => [
    state,
    ...itemsOf(dbOf(session), id).map((item) =>
      item.kind === 'span'
        ? `${wordsOf(TEXT, item)} ${item.type} ${item.status} ${item.provenance.kind}`
        : '',
    ),
  ]);

describe('corrected records', () => {
  it('become documents with a finished gold layer, once, and anew when their text changes', async () => {
    const session = open();
    const { projectId } = makeProject(session, ['头痛']);
    const { id } = createRecord(session, { title: '病历', text: TEXT, origin: 'test' });
    createRecord(session, { title: '未更正', text: TEXT, origin: 'test' });
    await expect(addCorrected(session, { projectId })).rejects.toThrow(/No record/);
    const changes = [correction('咳嗽', 'symptom', null), correction('肺炎', 'disease', 'symptom')];
    applyCorrections(session, {
      ...{ documentId: id, base: 1, draft: 0 },
      changes: changes.map((after) => ({ before: null, after })),
    });
    const added = await addCorrected(session, { projectId });
    expect(added).toMatchObject({ documents: 1, items: 2, losses: [{ count: 1, example: '头孢' }] });
    expect(gold(session, projectId)).toEqual([
      ['done', '肺炎 symptom accepted human', '三天 drug accepted model'],
    ]);
    expect(await addCorrected(session, { projectId, documents: [id] })).toMatchObject({
      documents: 0,
      items: 0,
      skipped: 1,
    });
    saveDraft(session, id, { base: 1, draft: 0 }, `${TEXT}复诊。`);
    expect(await addCorrected(session, { projectId, documents: [id] })).toMatchObject({
      documents: 1,
      items: 2,
    });
    expect(gold(session, projectId)).toHaveLength(2);
  });
});
