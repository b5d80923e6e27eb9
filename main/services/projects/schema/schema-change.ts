/** Changes a project's schema as one edit, which can be undone. No item is left without a type. */
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { OrphanRule, Orphans, Project } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { findProject, schemaJson } from '../../../db/repositories/annotation/projects.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { commitEdit } from '../edits/commit-edit.ts';
import { emitEdit } from '../edits/events.ts';
import { noProject } from '../not-found.ts';
import { getProject } from '../projects.ts';
import { listOf, refitLayers } from './refit-layers.ts';
import { SchemaIndex } from './schema-index.ts';

/** Returns the effects of a change without making it. A removed attribute value is named `attribute=value`. */
export function orphans(
  session: Session,
  projectId: number,
  schema: AnnotationSchema,
  rules: readonly OrphanRule[] = [],
): Orphans {
  if (findProject(dbOf(session), projectId) === undefined) noProject(projectId);
  requireTargets(schema, rules);
  return refitLayers(dbOf(session), projectId, new SchemaIndex(schema), rules).orphans;
}

/** Changes the schema. @throws AppError `bad-request` when an orphan has no rule */
export function changeSchema(
  session: Session,
  projectId: number,
  schema: AnnotationSchema,
  rules: readonly OrphanRule[],
): Project {
  const db = dbOf(session);
  const result = db.transaction(() => {
    const project = findProject(db, projectId) ?? noProject(projectId);
    const after = schemaJson(schema);
    if (after === project.schemaJson) return null;
    requireTargets(schema, rules);
    const { layers, orphans: left } = refitLayers(db, projectId, new SchemaIndex(schema), rules);
    if (left.total > 0) throw orphaned(left);
    return commitEdit(session, {
      projectId,
      action: 'schema',
      detail: {
        count: layers.reduce((sum, { changes }) => sum + changes.length, 0),
        ...named('added', project.schema, schema),
        ...named('removed', schema, project.schema),
      },
      layers,
      schema: { before: project.schemaJson, after },
    });
  });
  if (result !== null) emitEdit(session, projectId, result);
  return getProject(session, projectId);
}

const PARTS = ['spans', 'attributes', 'relations', 'labels'] as const;

/** Returns the names in `now` that `before` lacks. */
function named(what: string, before: AnnotationSchema, now: AnnotationSchema): Record<string, string> {
  const names = PARTS.flatMap((part) => {
    const known = new Set(before[part].map(({ name }) => name));
    return now[part].map(({ name }) => name).filter((name) => !known.has(name));
  });
  return names.length === 0 ? {} : { [what]: names.join(', ').slice(0, 400) };
}

/** @throws AppError when a rule leads to something that the schema lacks */
function requireTargets(schema: AnnotationSchema, rules: readonly OrphanRule[]): void {
  const names = {
    span: schema.spans,
    relation: schema.relations,
    label: schema.labels,
    attribute: schema.attributes,
  };
  for (const { what, name, to } of rules) {
    const isValue = what === 'attribute' && name.includes('=');
    if (to === null || isValue || names[what].some((type) => type.name === to)) continue;
    throw new AppError('bad-request', 'projects.not-to', { name, to }, { kept: 'kept.nothing-changed' });
  }
}

function orphaned(left: Orphans): AppError {
  const { total } = left;
  return new AppError(
    'bad-request',
    'projects.no-place-in-schema',
    { total, left: listOf(left) },
    { kept: 'kept.schema-and-annotations', hint: 'hint.say-what-becomes' },
  );
}
