/** Exports layers as files of any format, de-identified by default. */

import { invariant } from '../../../../shared/assert.ts';
import type { AnnotationFormat } from '../../../../shared/domain/annotation.ts';
import {
  DEFAULT_DEID_LEVEL,
  DEFAULT_DEID_MODE,
  type DeidLevel,
  type DeidMode,
  type Generalisation,
} from '../../../../shared/domain/deid.ts';
import type { LookReport, LookRisk } from '../../../../shared/domain/second-look.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { auditAlone } from '../../../db/repositories/audit.ts';
import { fileNameOf } from '../../../formats/annotations/file-names.ts';
import type { Watch } from '../../background/background.ts';
import type { WrittenLayer } from '../../background/protocol.ts';
import { deidSecret, usesTagger } from '../../deid/deid.ts';
import { type LookWatch, lookDetail, requireWithinLimits } from '../../deid/look-limits.ts';
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
  /** Values that are made coarser beside. */
  readonly generalise?: readonly Generalisation[] | undefined;
  /** Packs several files into a zip archive named after the project. */
  readonly asOne?: boolean | undefined;
  /** Removes undecided places of the second look of this risk and of graver ones. */
  readonly removeFrom?: LookRisk | undefined;
}

/** Returns what may be left in a de-identified layer; writes nothing. */
export async function lookAtProject(
  session: Session,
  request: ExportRequest,
  watch: Watch = {},
): Promise<LookReport> {
  const { look } = await write(session, { ...request, deidentify: true }, watch, { lookOnly: true });
  invariant(look !== undefined, 'what is de-identified is looked at');
  return look;
}

/**
 * Exports files unencrypted; the audit table records what was exported, and how. Throws AppError `bad-request` when more
 * is left in them than the limits of the workspace allow.
 */
export async function exportProject(
  session: Session,
  request: ExportRequest,
  { onLook, ...watch }: LookWatch = {},
): Promise<WrittenLayer> {
  const written = await write(session, request, watch);
  if (written.look !== undefined) {
    onLook?.(written.look);
    requireWithinLimits(dbOf(session), written.look);
  }
  const { deidentify, mode = DEFAULT_DEID_MODE, level = DEFAULT_DEID_LEVEL } = request;
  auditAlone(dbOf(session), session.actor, 'project.export', `project:${request.projectId}`, {
    format: request.format,
    person: request.person ?? session.actor.name,
    documents: written.documents,
    deidentified: deidentify ? mode : false,
    ...(deidentify ? { level } : {}),
    ...(deidentify && request.generalise !== undefined && { generalise: request.generalise }),
    encrypted: false,
    ...(written.look !== undefined && lookDetail(written.look)),
  });
  return written;
}

function write(
  session: Session,
  {
    deidentify,
    mode = DEFAULT_DEID_MODE,
    level = DEFAULT_DEID_LEVEL,
    asOne = false,
    removeFrom,
    generalise,
    ...request
  }: ExportRequest,
  watch: Watch,
  more: { readonly lookOnly?: true } = {},
): Promise<WrittenLayer> {
  const { name } = findProject(dbOf(session), request.projectId) ?? noProject(request.projectId);
  const person = request.person ?? session.actor.name;
  requireRoleToRead(session, person);
  const tagger = usesTagger(session);
  return session.background.run(
    'writeLayer',
    {
      ...{ ...request, ...more, person },
      hiding: deidentify
        ? { mode, level, secret: deidSecret(session), tagger, removeFrom, generalise }
        : null,
      ...(asOne ? { archive: fileNameOf(name) } : {}),
    },
    watch,
  );
}
