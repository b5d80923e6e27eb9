/** The code of every format in `shared/domain/annotation-formats.ts`. The compiler refuses a row without code. */
import type { AnnotationFormat } from '../../../shared/domain/annotation.ts';
import { ANNOTATION_FORMATS } from '../../../shared/domain/annotation-formats.ts';
import { keysOf } from '../../../shared/keys-of.ts';
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

const BY_ID: Readonly<Record<AnnotationFormat, Format>> = {
  meridian,
  cmeee,
  cmeie,
  ccks,
  conll,
  brat,
  webanno,
  doccano,
  'label-studio': labelStudio,
  xmi,
  fhir,
};

/** All formats, in the order of the table. */
export const FORMATS: readonly Format[] = keysOf(ANNOTATION_FORMATS).map((id) => BY_ID[id]);

export const formatOf = (id: AnnotationFormat): Format => BY_ID[id];

/** Returns the first format that the files look like, or `undefined`. */
export const guessFormat = (files: readonly NamedFile[]): Format | undefined =>
  FORMATS.find((format) => format.looksLike(files));
