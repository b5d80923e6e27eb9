/** Exports layers as files of any format, de-identified by default. */
import type { AnnotationFormat } from '../../../../shared/domain/annotation.ts';
import {
  DEFAULT_DEID_LEVEL,
  DEFAULT_DEID_MODE,
  type DeidLevel,
  type DeidMode,
} from '../../../../shared/domain/deid.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { auditAlone } from '../../../db/repositories/audit.ts';
import { fileNameOf } from '../../annotation-files/file-name.ts';
import type { Watch } from '../../background/background.ts';
import type { WrittenLayer } from '../../background/protocol.ts';
import { deidSecret, usesTagger } from '../../deid/deid.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { requireRoleToRead } from '../layer-access.ts';
import { noProject } from '../not-found.ts';

export interface ExportRequest {
  readonly projectId: number;
  readonly format: AnnotationFormat;
  readonly person?: string | undefined;
  readonly scheme?: 'BIO' | 'BIOES' | undefined;
  readonly documents?: readonly number[] | undefined;
  /** Leaves out documents whose layer is not finished. */
  readonly finished?: boolean | undefined;
  readonly deidentify: boolean;
  readonly mode?: DeidMode | undefined;
  /** Removes possible identifiers too. */
  readonly level?: DeidLevel | undefined;
  /** Packs several files into a zip archive named after the project. */
  readonly asOne?: boolean | undefined;
}

/** Exports files unencrypted; the audit table records what was exported, and how. */
export async function exportProject(
  session: Session,
  {
    deidentify,
    mode = DEFAULT_DEID_MODE,
    level = DEFAULT_DEID_LEVEL,
    asOne = false,
    ...request
  }: ExportRequest,
  watch: Watch = {},
): Promise<WrittenLayer> {
  const { name } = findProject(dbOf(session), request.projectId) ?? noProject(request.projectId);
  const person = request.person ?? session.actor.name;
  requireRoleToRead(session, person);
  const written = await session.background.run(
    'writeLayer',
    {
      ...request,
      person,
      hiding: deidentify ? { mode, level, secret: deidSecret(session), tagger: usesTagger(session) } : null,
      ...(asOne ? { archive: fileNameOf(name) } : {}),
    },
    watch,
  );
  auditAlone(dbOf(session), session.actor, 'project.export', `project:${request.projectId}`, {
    format: request.format,
    person,
    documents: written.documents,
    deidentified: deidentify ? mode : false,
    ...(deidentify ? { level } : {}),
    encrypted: false,
  });
  return written;
}
