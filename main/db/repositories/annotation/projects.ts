import { z } from 'zod';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { ProjectSettings } from '../../../../shared/domain/project.ts';
import { insert, json } from '../../columns.ts';
import type { ReadDb, WriteDb } from '../../connection.ts';
import { namedRows } from '../named-rows.ts';
import { deleteThreads } from './threads.ts';

const Row = z
  .object({
    id: z.number(),
    name: z.string(),
    schemaJson: z.string(),
    settings: json(ProjectSettings),
    createdAt: z.string(),
    createdBy: z.string(),
  })
  .transform((row): ProjectRow => ({ ...row, schema: AnnotationSchema.parse(JSON.parse(row.schemaJson)) }));
const SELECT =
  'SELECT id, name, schema AS schemaJson, settings, created_at AS createdAt, created_by AS createdBy FROM project';

export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly schema: AnnotationSchema;
  /** Stored JSON of the schema, with which an edit of the schema is compared. */
  readonly schemaJson: string;
  readonly settings: ProjectSettings;
  readonly createdAt: string;
  readonly createdBy: string;
}

export const {
  list: listProjects,
  get: findProject,
  findByName: findProjectByName,
  rename: renameProject,
} = namedRows('project', Row, SELECT);

export function insertProject(
  db: WriteDb,
  project: { name: string; schema: AnnotationSchema; settings: ProjectSettings; at: string; by: string },
): number {
  const { name, schema, settings, at: createdAt, by: createdBy } = project;
  return insert(db, 'project', { name, schema: schemaJson(schema), settings, createdAt, createdBy });
}

/** Writes a schema as JSON. Parsing it first puts keys into one order. */
export function schemaJson(schema: AnnotationSchema): string {
  return JSON.stringify(AnnotationSchema.parse(schema));
}

export function setProjectSettings(db: WriteDb, id: number, settings: ProjectSettings): void {
  db.run('UPDATE project SET settings = ? WHERE id = ?', JSON.stringify(settings), id);
}

/** Replaces the schema of a project. Call it within an edit, which records the change. */
export function setProjectSchema(db: WriteDb, id: number, json: string): void {
  db.run('UPDATE project SET schema = ? WHERE id = ?', json, id);
}

const Person = z.object({ person: z.string() });

/** Lists in order of name. */
export const listMembers = (db: ReadDb, projectId: number): string[] =>
  db
    .all(Person, 'SELECT person FROM project_member WHERE project_id = ? ORDER BY person', projectId)
    .map(({ person }) => person);

export function setMembers(db: WriteDb, projectId: number, members: readonly string[]): void {
  db.run('DELETE FROM project_member WHERE project_id = ?', projectId);
  for (const person of new Set(members))
    db.run('INSERT INTO project_member (project_id, person) VALUES (?, ?)', projectId, person);
}

const Counts = z.object({
  documents: z.number(),
  chars: z.number(),
  assigned: z.number(),
  done: z.number(),
  gold: z.number(),
  mineAssigned: z.number(),
  mineDone: z.number(),
});
export type ProjectCounts = z.infer<typeof Counts>;

/** Counts a project's documents and layers, without removed documents: `done` are finished layers of assignees, `gold` finished gold layers. */
export function countProject(db: ReadDb, projectId: number, person: string): ProjectCounts {
  const counts = db.get(
    Counts,
    `SELECT (SELECT count(*) FROM project_document WHERE project_id = p.id AND removed_at IS NULL) AS documents,
            (SELECT ifnull(sum(chars), 0) FROM project_document
              WHERE project_id = p.id AND removed_at IS NULL) AS chars,
            (SELECT count(*) FROM project_document d JOIN layer g ON g.document_id = d.id
              WHERE d.project_id = p.id AND d.removed_at IS NULL AND g.person = '' AND g.state = 'done') AS gold,
            count(a.person) AS assigned,
            ifnull(sum(l.state = 'done'), 0) AS done,
            ifnull(sum(a.person = ?), 0) AS mineAssigned,
            ifnull(sum(a.person = ? AND l.state = 'done'), 0) AS mineDone
       FROM project p
       LEFT JOIN project_document d ON d.project_id = p.id AND d.removed_at IS NULL
       LEFT JOIN assignment a ON a.document_id = d.id
       LEFT JOIN layer l ON l.document_id = d.id AND l.person = a.person
      WHERE p.id = ? GROUP BY p.id`,
    person,
    person,
    projectId,
  );
  return counts ?? { documents: 0, chars: 0, assigned: 0, done: 0, gold: 0, mineAssigned: 0, mineDone: 0 };
}

/** Deletes a project with its documents, layers and edits. */
export function deleteProject(db: WriteDb, id: number): void {
  const documents = 'SELECT id FROM project_document WHERE project_id = ?';
  const layers = `SELECT id FROM layer WHERE document_id IN (${documents})`;
  deleteThreads(db, id);
  db.run('DELETE FROM edit_change WHERE edit_id IN (SELECT id FROM edit WHERE project_id = ?)', id);
  db.run('UPDATE edit SET of_edit = NULL WHERE project_id = ?', id);
  db.run('DELETE FROM edit WHERE project_id = ?', id);
  db.run(`DELETE FROM item WHERE layer_id IN (${layers})`, id);
  db.run(`DELETE FROM layer WHERE document_id IN (${documents})`, id);
  db.run(`DELETE FROM document_order WHERE document_id IN (${documents})`, id);
  db.run('DELETE FROM learning_round WHERE project_id = ?', id);
  db.run(`DELETE FROM assignment WHERE document_id IN (${documents})`, id);
  db.run('DELETE FROM project_document WHERE project_id = ?', id);
  db.run('DELETE FROM project_member WHERE project_id = ?', id);
  db.run('DELETE FROM project WHERE id = ?', id);
}
