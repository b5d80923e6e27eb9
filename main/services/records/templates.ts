/** Templates of records and phrases: those that come with the app until a person changes them for the workspace. */
import { createHash } from 'node:crypto';
import { type Template, type TemplateList, Templates } from '../../../shared/domain/template.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { deleteMark, readMark, writeMark } from '../../db/repositories/settings.ts';
import { readResource } from '../../resources.ts';
import { dbOf, type Session } from '../session/session.ts';

const MARK = 'templates';

const original = (): Template[] => Templates.parse(JSON.parse(readResource('rules', 'templates.json')));

export function listTemplates(session: Session): TemplateList {
  const stored = readMark(dbOf(session), MARK);
  const templates = stored === undefined ? original() : Templates.parse(JSON.parse(stored));
  const version = createHash('sha256').update(JSON.stringify(templates)).digest('hex');
  return { templates, version, changed: stored !== undefined };
}

/**
 * Replaces the list, or restores the one that comes with the app.
 * @param templates null: the original ones
 * @param version of the list that was changed
 * @throws AppError `conflict` when somebody else has changed the list meanwhile
 */
export function saveTemplates(
  session: Session,
  { templates, version }: { readonly templates: readonly Template[] | null; readonly version: string },
): TemplateList {
  const db = dbOf(session);
  db.transaction(() => {
    const before = listTemplates(session);
    if (before.version !== version)
      throw new AppError('conflict', 'templates.changed-meanwhile', {}, { kept: 'kept.nothing-changed' });
    if (templates === null) deleteMark(db, MARK);
    else writeMark(db, MARK, JSON.stringify(templates));
    const kept = new Set(before.templates.map((one) => JSON.stringify(one)));
    const after = listTemplates(session).templates;
    const changed = after.filter((one) => !kept.has(JSON.stringify(one)));
    appendAudit(db, session.actor, 'template.edit', 'templates', {
      before: before.templates.length,
      after: after.length,
      changed: changed.map(({ name }) => name.zh).slice(0, 20),
    });
  });
  return listTemplates(session);
}
