/** Counts annotations by person and type. */
import type { Item } from '../../../shared/domain/annotation.ts';
import type { ProjectSummary } from '../../../shared/domain/project.ts';
import { countTypes } from '../../db/repositories/annotation/items.ts';
import { dbOf, type Session } from '../session/session.ts';
import { getProject } from './projects.ts';

interface TypeCount {
  /** '' for gold. */
  readonly person: string;
  readonly kind: Item['kind'];
  readonly type: string;
  readonly accepted: number;
  readonly suggested: number;
}

export interface ProjectStats {
  readonly project: ProjectSummary;
  readonly types: readonly TypeCount[];
}

export function projectStats(session: Session, projectId: number): ProjectStats {
  const { schema: _schema, settings: _settings, ...project } = getProject(session, projectId);
  return { project, types: countTypes(dbOf(session), projectId) };
}
