import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { listTemplates, saveTemplates } from '../../../../main/services/records/templates.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { TEMPLATE_KINDS, toSnippet } from '../../../../shared/domain/template.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

describe('templates of a workspace', () => {
  it('begin with one of each kind, every name in both languages', () => {
    const { templates, changed } = listTemplates(openTestSession());
    expect(changed).toBe(false);
    expect(new Set(templates.map(({ kind }) => kind))).toEqual(new Set(TEMPLATE_KINDS));
    expect(new Set(templates.map(({ kind, section, name }) => `${kind} ${section} ${name.zh}`)).size).toBe(
      templates.length,
    );
    for (const { name } of templates) expect(name.zh).not.toBe(name.en);
  });

  it('are changed, audited and restored', () => {
    const session = openTestSession();
    const { templates, version } = listTemplates(session);
    const own = { kind: 'phrase', name: { zh: '我的', en: 'Mine' }, text: '[[甲]]与$5' } as const;
    const saved = saveTemplates(session, { templates: [own, ...templates], version });
    expect(saved).toMatchObject({ changed: true });
    expect(listTemplates(session).templates[0]).toEqual(own);
    expect(listAudit(dbOf(session), { actions: ['template.edit'], limit: 5 })).toHaveLength(1);
    expect(saveTemplates(session, { templates: null, version: saved.version })).toEqual({
      templates,
      version,
      changed: false,
    });
  });

  it('are not overwritten by whoever saw an older list', () => {
    const session = openTestSession();
    const { templates, version } = listTemplates(session);
    saveTemplates(session, { templates: templates.slice(1), version });
    expect(() => saveTemplates(session, { templates: [], version })).toThrow(/meanwhile/);
    expect(listTemplates(session).templates).toHaveLength(templates.length - 1);
  });
});

/** Text, and a blank place. */
const place = (before: string, number: number): string => `${before}$\{${number}:＿＿}`;

describe('toSnippet', () => {
  it.each([
    ['主诉：[[症状]]，[[时间]]。', `${place('主诉：', 1)}${place('，', 2)}。`],
    ['费用 $5 \\ {x}', '费用 \\$5 \\\\ {x\\}'],
    ['过敏史：[[过敏$}]]', place('过敏史：', 1)],
    ['[[]] [一]', '[[]] [一]'],
  ])('%s', (text, snippet) => {
    expect(toSnippet(text)).toBe(snippet);
  });
});
