/** Imports public data sets as projects, where they are here: exact counts in, the same content out. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unpack } from '../../../../../main/services/annotation-files/unpack.ts';
import { exportProject } from '../../../../../main/services/projects/exchange/export.ts';
import { getProject } from '../../../../../main/services/projects/projects.ts';
import { projectStats } from '../../../../../main/services/projects/type-counts.ts';
import { AnnotationSchema } from '../../../../../shared/domain/annotation-schema.ts';
import { GOLD } from '../../../../../shared/domain/project.ts';
import { importNamed } from '../../../../helpers/import-named.ts';
import { makeProject } from '../../../../helpers/projects.ts';
import { haveSets, setPath } from '../../../../helpers/public-data.ts';
import { openTestSession } from '../../../../helpers/workspace.ts';

const present = haveSets(
  ['ner_cmeee', 'ner_yidu_s4k', 'ner_ccks2017_emr', 're_cmeie'],
  'public sets as projects',
);

const Entity = z.union([
  z.object({ start: z.number(), end: z.number(), type: z.string() }),
  z
    .object({ start_pos: z.number(), end_pos: z.number(), label_type: z.string() })
    .transform(({ start_pos, end_pos, label_type }) => ({
      start: start_pos,
      end: end_pos,
      type: label_type,
    })),
]);
const Row = z.object({
  text: z.string().optional(),
  originalText: z.string().optional(),
  entities: z.array(Entity).optional(),
  spo_list: z.array(z.unknown()).optional(),
});

/** Returns the parts of a line that must come back: text, entities without their words, triples. */
function rowsOf(bytes: Uint8Array) {
  return Buffer.from(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { text, originalText, entities, spo_list } = Row.parse(JSON.parse(line));
      const plain = entities?.map(({ start, end, type }) => ({ start, end, type }));
      return { text: text ?? originalText, entities: plain, spo_list };
    });
}

describe.skipIf(!present)('public data sets', { tags: ['long'] }, () => {
  it.each([
    ['ner_cmeee', 'dev', 'cmeee'],
    ['ner_yidu_s4k', 'train', 'ccks'],
    ['ner_ccks2017_emr', 'train', 'ccks'],
    ['re_cmeie', 'dev', 'cmeie'],
  ] as const)(
    '%s becomes a gold layer with its exact counts, and comes out equal',
    async (set, part, format) => {
      const file = readFileSync(setPath(set, `${part}.jsonl.gz`));
      const rows = rowsOf(gunzipSync(file));
      const session = openTestSession();
      const { projectId } = makeProject(session, [], { schema: AnnotationSchema.parse({}) });
      const files = unpack(`${part}.jsonl.gz`, file);
      const imported = await importNamed(session, { projectId, files, person: GOLD });
      expect(imported).toMatchObject({ documents: rows.length, losses: [] });
      expect(getProject(session, projectId).gold).toBe(rows.length);
      const { types } = projectStats(session, projectId);
      const count = (kind: string) =>
        types.filter((type) => type.kind === kind).reduce((sum, { accepted }) => sum + accepted, 0);
      if (format === 'cmeie')
        expect(count('relation')).toBe(rows.flatMap(({ spo_list }) => spo_list ?? []).length);
      else expect(count('span')).toBe(rows.flatMap(({ entities }) => entities ?? []).length);
      const { files: written } = await exportProject(session, {
        projectId,
        format,
        person: GOLD,
        deidentify: false,
      });
      expect(rowsOf(written[0]?.bytes ?? new Uint8Array())).toEqual(rows);
    },
  );
});
