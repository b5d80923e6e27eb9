/** `project remove|removed|put-back NAME`: documents out of a project and back into it. */
import { message } from '../../shared/messages/message.ts';
import { documentNamed } from '../services/projects/documents.ts';
import { projectNamed } from '../services/projects/projects.ts';
import {
  putBackDocuments,
  removalOf,
  removeDocuments,
  removedDocuments,
} from '../services/projects/removed-documents.ts';
import type { Session } from '../services/session/session.ts';
import { print, printJson, printList, UsageError } from './command.ts';
import type { Options } from './options.ts';

type ProjectOptions = Options<'project'>;

/** Returns the project and the documents that the arguments name. Throws `not-found`. */
export function documentsIn(session: Session, args: readonly string[]): [projectId: number, ids: number[]] {
  const [name = '', ...named] = args;
  if (named.length === 0) throw new UsageError('cli.name-documents');
  const { id } = projectNamed(session, name);
  return [id, named.map((document) => documentNamed(session, id, document))];
}

/** Says what the removal takes out of sight, and removes with `--yes` only. */
export async function removeFrom(
  session: Session,
  projectId: number,
  ids: readonly number[],
  { json, yes = false }: ProjectOptions,
): Promise<void> {
  const removal = yes ? removeDocuments(session, projectId, ids) : removalOf(session, projectId, ids);
  if (json) return printJson({ ...removal, removed: yes });
  print(message(yes ? 'cli.removed' : 'cli.would-remove', removal));
}

export async function putBackInto(
  session: Session,
  projectId: number,
  ids: readonly number[],
  { json }: ProjectOptions,
): Promise<void> {
  putBackDocuments(session, projectId, ids);
  if (json) printJson({ documents: ids.length });
  else print(message('cli.put-back', { documents: ids.length }));
}

export function printRemoved(session: Session, projectId: number, options: ProjectOptions): void {
  const headings = ['name', 'chars', 'annotators', 'annotations', 'removed', 'by'] as const;
  printList(removedDocuments(session, projectId), options, headings, (removed) => {
    const { name, chars, annotators, items, removedAt, removedBy } = removed;
    return [name, chars, annotators, items, removedAt, removedBy];
  });
}
