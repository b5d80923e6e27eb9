/** Annotation projects through the contract: what windows send, get and are told. */

import { describe, expect, it } from 'vitest';
import { annotationHandlers } from '../../../../main/ipc/handlers/annotation.ts';
import { route } from '../../../../main/ipc/router.ts';
import { Uploads } from '../../../../main/services/data/uploads.ts';
import { createRecord } from '../../../../main/services/records/records.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { events, type Handlers, type In, type Method, type Out } from '../../../../shared/contract/index.ts';
import { words } from '../../../../shared/messages/words.ts';
import { add, SCHEMA, span } from '../../../helpers/projects.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

function open() {
  const told: { event: string; data: unknown }[] = [];
  const session: Session = {
    ...openTestSession(),
    emit: (event, data) => told.push({ event, data: events[event].parse(data) }),
  };
  const uploads = new Uploads();
  // safe: only these are asked for
  const handlers = annotationHandlers(() => session, uploads) as unknown as Handlers;
  const ask = async <M extends Method>(method: M, input: In<M>): Promise<Out<M>> => {
    const reply = await route(handlers, method, input, { checkOutput: true });
    if (!reply.ok) throw new Error(`${reply.error.code}: ${words(reply.error.message, 'en')}`);
    return reply.value as Out<M>; // safe: checked by the router
  };
  const send = (name: string, content: string) => {
    const bytes = Buffer.from(content);
    const id = uploads.open(session, name, bytes.length);
    uploads.append(id, bytes);
    return id;
  };
  return { session, told, ask, send };
}

describe('annotation projects', () => {
  it('go from a new project over labelling to an export, with every method answering as the contract says', async () => {
    const { session, told, ask, send } = open();
    const { id: projectId } = await ask('projects.create', { name: 'ward', schema: SCHEMA });
    const record = createRecord(session, { title: '病历', text: '咳嗽三天，咳嗽。', origin: 'typed' });
    await ask('projects.addDocuments', { projectId, documents: [record.id] });
    const uploadIds = [send('a.txt', '头痛'), send('b.txt', '发热')];
    expect(await ask('projects.import', { projectId, uploadIds, format: 'text' })).toMatchObject({
      documents: 2,
    });
    await ask('projects.members', { projectId, members: ['tester', 'anna'] });
    const [first, second] = await ask('annotation.queue', { projectId });
    const documentId = first?.id ?? 0;
    await ask('projects.assign', { projectId, documents: [second?.id ?? 0], people: ['anna'] });
    expect((await ask('annotation.next', { projectId })).documentId).toBe(documentId);

    const { layer, text } = await ask('annotation.open', { documentId });
    const layerId = layer.id;
    expect(await ask('annotation.occurrences', { documentId, words: '咳嗽' })).toEqual([
      { start: 0, end: 2 },
      { start: 5, end: 7 },
    ]);
    const edit = {
      layerId,
      action: 'span.add' as const,
      detail: { words: text.slice(0, 2) },
      changes: [add(span(1, 0, 2))],
    };
    const { edit: applied } = await ask('annotation.apply', edit);
    expect(applied).toMatchObject({
      action: 'span.add',
      detail: { words: '咳嗽', document: '病历', documentId, count: 1 },
    });
    expect(told.at(-1)).toMatchObject({ event: 'annotation.changed', data: { edit: { id: applied.id } } });
    await expect(ask('annotation.apply', edit)).rejects.toThrow(/^Error: conflict|conflict: /);
    await expect(ask('annotation.apply', { ...edit, action: 'undo' })).rejects.toThrow(/bad-request/);
    expect(
      (await ask('annotation.markAll', { projectId, words: '咳嗽', type: 'disease' }))?.edit.changes,
    ).toBe(1);
    expect((await ask('annotation.decide', { projectId, decision: 'accept' }))?.edit.changes).toBe(1);
    expect((await ask('annotation.undoState', { projectId })).undo?.action).toBe('suggestion.accept');
    await ask('annotation.undo', { projectId });
    await ask('annotation.redo', { projectId });
    const history = await ask('annotation.history', { layerId, limit: 10 });
    expect(history.map(({ action }) => action)).toEqual([
      'redo',
      'undo',
      'suggestion.accept',
      'span.mark-all',
      'span.add',
    ]);
    expect(await ask('annotation.at', { layerId, edit: applied.id })).toMatchObject([span(1, 0, 2)]);
    expect(await ask('annotation.diff', { layerId, from: applied.id, to: null })).toHaveLength(1);
    await ask('annotation.restore', { layerId, edit: applied.id });
    expect(await ask('annotation.layers', { documentId })).toMatchObject([
      { person: 'tester', items: [{ id: 1 }] },
    ]);
    expect((await ask('annotation.setState', { layerId, state: 'done' })).state).toBe('done');

    const schema = { ...SCHEMA, spans: SCHEMA.spans.slice(1), relations: [] };
    expect(await ask('projects.orphans', { projectId, schema })).toMatchObject({ total: 1 });
    await expect(ask('projects.schema', { projectId, schema })).rejects.toThrow(/disease \(1\)/);
    const rules = [{ what: 'span' as const, name: 'disease', to: 'symptom' }];
    await ask('projects.schema', { projectId, schema: { ...schema, attributes: [] }, rules });
    expect(told.at(-1)).toEqual({ event: 'projects.changed', data: { projectId } });
    const exported = await ask('projects.export', { projectId, format: 'meridian', deidentify: false });
    expect(Buffer.from(exported.file.base64, 'base64').toString()).toMatch(/"type":"symptom"/);
    await ask('annotation.lock', { documentId, locked: true });
    await expect(
      ask('annotation.markAll', { projectId, documents: [documentId], words: '天', type: 'drug' }),
    ).rejects.toThrow(/archived/);
    await ask('annotation.lock', { documentId, locked: false, reason: 'test' });
    await ask('projects.rename', { projectId, name: 'other' });
    await ask('projects.settings', { projectId, settings: { overlap: 2 } });
    expect(await ask('projects.list', {})).toMatchObject([
      { name: 'other', documents: 3, assigned: 6, mine: { done: 1 } },
    ]);
    await ask('projects.delete', { projectId });
    await expect(ask('projects.get', { projectId })).rejects.toThrow(/not-found/);
  });
});
