/** Labels of models and the diseases of the starter graph that they stand for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphLinker } from '../../../main/inference/graph-linker.ts';
import { linkLabel } from '../../../main/inference/label-links.ts';
import { importStarter } from '../../../main/kg/import/index.ts';
import { Workspace } from '../../../main/workspace/workspace.ts';
import { drive } from '../../helpers/kg.ts';

describe('a label of a model', () => {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  const workspace = Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') });
  let linker: GraphLinker;
  beforeAll(async () => {
    await drive(importStarter(workspace.db));
    linker = GraphLinker.load(workspace.db);
  });
  afterAll(() => {
    workspace.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const link = (label: string) => linkLabel(workspace.db, linker, label);

  it.each([
    ['急性心肌梗死', 'name', '急性心肌梗死'],
    ['心肌梗塞', 'name', '急性心肌梗死'],
    ['ＩｇＡ肾病', 'name', 'IgA肾病'],
    ['I21.9 急性心梗', 'name', '急性心肌梗死'],
    ['社区获得性肺炎（J18.9）', 'name', '社区获得性肺炎'],
    ['I21.9', 'code', '急性心肌梗死'],
    ['i21.900x003', 'code', '急性心肌梗死'],
    ['D50.900', 'code', '缺铁性贫血'],
    ['N00.900', 'code', '急性肾小球肾炎'],
    ['J18.900x001 不认识的说法', 'code', '社区获得性肺炎'],
    ['急性社区获得性肺炎', 'linker', '社区获得性肺炎'],
  ])('%s is found by %s: %s', (label, by, name) => {
    const found = link(label);
    expect(found?.by).toBe(by);
    expect(found?.entity.name).toBe(name);
    expect(found?.entity.type).toBe('disease');
  });

  it.each(['治疗方案', 'Z99.9', '', '2型', '胸痛', '患者因急性心肌梗死入院后又行治疗出院'])(
    '%s is none',
    (label) => {
      expect(link(label)).toBeUndefined();
    },
  );

  it('names a department by a synonym, and stands for its diseases', () => {
    const found = link('心血管科');
    expect(found).toMatchObject({ by: 'department', entity: { name: '心血管内科', type: 'department' } });
    const infarction = link('急性心肌梗死');
    expect(found?.others).toContain(infarction?.entity.id);
    expect(found?.others).not.toContain(link('急性阑尾炎')?.entity.id);
  });

  it('names all diseases that share its code', () => {
    const [shared] = workspace.db.iterate(
      `SELECT value FROM kg_fact WHERE key = 'icd10' GROUP BY value HAVING count(DISTINCT entity_id) > 1 LIMIT 1`,
    );
    const found = link(String(shared?.[0]));
    expect(found?.by).toBe('code');
    expect(found?.others.length).toBeGreaterThan(0);
    expect(found?.others).not.toContain(found?.entity.id);
  });
});
