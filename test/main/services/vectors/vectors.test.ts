import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseVectors,
  type StoredVectors,
  vectorChunks,
} from '../../../../main/engine/embeddings/stored-vectors.ts';
import { vectorsFile } from '../../../../main/inference/vector-store.ts';
import {
  deleteVectors,
  findVectors,
  getVectors,
  listVectors,
  loadVectors,
  renameVectors,
  saveVectors,
  vectorsNamed,
} from '../../../../main/services/vectors/vectors.ts';
import { removeDeletedFiles } from '../../../../main/services/workspace/deleted-files.ts';
import { VectorsCard } from '../../../../shared/domain/vectors.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

const WORDS: StoredVectors = {
  vectors: {
    unit: 'word',
    dimension: 2,
    tokens: ['咳嗽', '头痛', '肺', '"quoted"\n'],
    values: Float32Array.of(1, 0, 0.8, 0.6, 0, 1, -1, 0),
  },
  folded: false,
  userWords: [{ word: '冠心病' }, { word: 'x线', frequency: 7 }],
};
const IMPORTED = { origin: 'imported', file: 'a.txt' } as const;

const anyVectors = fc
  .record({
    tokens: fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 20 }),
    dimension: fc.integer({ min: 1, max: 5 }),
    unit: fc.constantFrom('word' as const, 'character' as const),
    folded: fc.boolean(),
  })
  .chain(({ tokens, dimension, unit, folded }) =>
    fc
      .array(fc.float({ noNaN: true, noDefaultInfinity: true }), {
        minLength: tokens.length * dimension,
        maxLength: tokens.length * dimension,
      })
      .map(
        (values): StoredVectors => ({
          vectors: { unit, dimension, tokens, values: Float32Array.from(values) },
          folded,
          userWords: [],
        }),
      ),
  );

describe('the registry of word vectors', () => {
  it('gives back what it was given, with what aligns it', async () => {
    const session = openTestSession();
    const card = saveVectors(session, ' 医学词 ', WORDS, IMPORTED);
    expect(VectorsCard.parse(card)).toMatchObject({ name: '医学词', tokens: 4, dimension: 2, userWords: 2 });
    expect(await vectorsNamed(session, '医学词')).toEqual(WORDS);
    expect(getVectors(session, card.id)).toEqual(card);
    expect(session.events).toContain('vectors.changed');
  });

  it('keeps any tokens and values bit by bit', () => {
    const session = openTestSession();
    let number = 0;
    fc.assert(
      fc.property(anyVectors, (stored) => {
        const { id } = saveVectors(session, `v${number++}`, stored, IMPORTED);
        expect(loadVectors(session, id)).toEqual(stored);
      }),
      { numRuns: 40 },
    );
  });

  it('shows the neighbours of common words on the card', () => {
    const session = openTestSession();
    const { neighbours, norm } = saveVectors(session, 'v', WORDS, IMPORTED);
    expect(neighbours.map(({ token }) => token)).toEqual(['肺', '咳嗽', '头痛']);
    expect(neighbours[1]!.near.map(({ token }) => token)).toEqual(['头痛', '肺', '"quoted"\n']);
    expect(neighbours[1]!.near[0]!.similarity).toBeCloseTo(0.8, 6);
    expect(norm).toMatchObject({ mean: expect.closeTo(1, 6), min: 1 });
  });

  it('holds the file encrypted, and says when it was damaged or is gone', async () => {
    const dir = temporaryDir();
    const session = openTestSession(openWorkspace(dir));
    const { id } = saveVectors(session, 'v', WORDS, IMPORTED);
    const file = vectorsFile(session.workspace.dir, id);
    const bytes = readFileSync(file);
    expect(bytes.includes(Buffer.from('咳嗽'))).toBe(false);
    expect(bytes.includes(Buffer.from('冠心病'))).toBe(false);
    bytes[bytes.length - 30]! ^= 1;
    writeFileSync(file, bytes);
    await expect(vectorsNamed(session, 'v')).rejects.toMatchObject({ code: 'corrupt' });
    rmSync(file);
    await expect(vectorsNamed(session, 'v')).rejects.toMatchObject({ code: 'not-found' });
    expect(listVectors(session)).toHaveLength(1);
  });

  it('refuses content that is damaged anywhere, or whose relations are not those of its table', () => {
    const relations = Float32Array.of(1, 2, 3, 4, 5, 6);
    const graph = { fingerprint: 'x', relationNames: ['甲', '乙'], relations };
    const bytes = Buffer.concat(vectorChunks({ ...WORDS, graph }));
    const damaged = expect.objectContaining({ code: expect.stringMatching(/^(corrupt|bad-input)$/) });
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x22;
      try {
        parseVectors(changed); // a value may change unnoticed: sealed files are checked before
      } catch (error) {
        expect(error).toEqual(damaged);
      }
    }
    const turned = Buffer.from(bytes.toString('latin1').replace('[2,3]', '[3,2]'), 'latin1');
    expect(() => parseVectors(turned)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  it.each([Number.NaN, Infinity])('refuses a stored file with the value %s', (value) => {
    const values = Float32Array.of(1, 0, 0.8, 0.6, 0, 1, -1, value);
    const stored = { ...WORDS, vectors: { ...WORDS.vectors, values } };
    const bytes = Buffer.concat(vectorChunks(stored));
    expect(() => parseVectors(bytes)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  it('refuses names that are taken or empty and leaves no file behind', () => {
    const session = openTestSession();
    saveVectors(session, 'v', WORDS, IMPORTED);
    expect(() => saveVectors(session, 'v ', WORDS, IMPORTED)).toThrow('There are other word vectors named');
    expect(() => saveVectors(session, '  ', WORDS, IMPORTED)).toThrow('Word vectors need a name');
    expect(readdirSync(join(session.workspace.dir, 'vectors'))).toEqual(['1.safetensors']);
  });

  it('renames and deletes, with an audit of it', async () => {
    const session = openTestSession();
    const { id } = saveVectors(session, 'v', WORDS, IMPORTED);
    saveVectors(session, 'w', WORDS, IMPORTED);
    expect(() => renameVectors(session, id, 'w')).toThrow('There are other word vectors named');
    expect(renameVectors(session, id, '新名')).toMatchObject({ id, name: '新名' });
    expect(() => findVectors(session, 'v')).toThrow('There are no word vectors');
    deleteVectors(session, id);
    expect(existsSync(vectorsFile(session.workspace.dir, id))).toBe(false);
    await expect(vectorsNamed(session, '新名')).rejects.toMatchObject({ hint: saying('w') });
    // Never another set under an id that was given once.
    expect(saveVectors(session, '新名', WORDS, IMPORTED).id).toBe(3);
  });

  it('removes a deleted set whose file a crash has left, and nothing else', () => {
    const session = openTestSession();
    const { id } = saveVectors(session, 'v', WORDS, IMPORTED);
    const file = vectorsFile(session.workspace.dir, id);
    const bytes = readFileSync(file);
    deleteVectors(session, id);
    const [left, foreign] = [file, vectorsFile(session.workspace.dir, 99)];
    for (const path of [left, foreign]) writeFileSync(path, bytes);
    removeDeletedFiles(session.workspace);
    expect([existsSync(left), existsSync(foreign)]).toEqual([false, true]);
  });
});
