/** The table of formats, in the order of `AnnotationFormat`: of several that could be meant, the first wins. */
import type { AnnotationFormat } from '../../../shared/domain/annotation.ts';
import { AppError } from '../../../shared/result.ts';
import { brat } from './brat.ts';
import { ccks } from './ccks.ts';
import { cmeee } from './cmeee.ts';
import { cmeie } from './cmeie.ts';
import { conll } from './conll.ts';
import { doccano } from './doccano.ts';
import { fhir } from './fhir.ts';
import type { Format, NamedFile } from './format.ts';
import { labelStudio } from './label-studio.ts';
import { meridian } from './meridian.ts';
import { webanno } from './webanno.ts';
import { xmi } from './xmi.ts';

export const FORMATS: readonly Format[] = [
  meridian,
  cmeee,
  cmeie,
  ccks,
  conll,
  brat,
  webanno,
  doccano,
  labelStudio,
  xmi,
  fhir,
];

/** @throws AppError `bad-request` for a format that is not in the table */
export function formatOf(id: AnnotationFormat): Format {
  const format = FORMATS.find((each) => each.id === id);
  if (format === undefined)
    throw new AppError('bad-request', `The format ${id} is not available. (格式不可用)`);
  return format;
}

/** What the files look like; `undefined` when nothing fits. */
export function guessFormat(files: readonly NamedFile[]): Format | undefined {
  return FORMATS.find((format) => format.looksLike(files));
}
