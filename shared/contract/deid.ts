/** Requests of de-identification; part of the contract. */
import { z } from 'zod';
import {
  DEFAULT_DEID_LEVEL,
  DEFAULT_DEID_MODE,
  DeidFinding,
  DeidLevel,
  DeidMode,
  DeidResult,
  Generalisation,
} from '../domain/deid.ts';
import { DocumentId } from '../domain/document.ts';
import { Text, Upload } from '../domain/limits.ts';
import {
  IdentifierList,
  ListedCount,
  LookDecision,
  LookLimits,
  LookPlace,
  LookReport,
  LookRisk,
  MAX_LEFTOVERS,
} from '../domain/second-look.ts';
import { Done, FileData, Nothing, Ticket } from './common.ts';

const Findings = z.array(DeidFinding).max(200_000);

/** Form of exported records. They are identified only on explicit request. */
export const DeidExport = {
  deidentify: z.boolean().default(true),
  mode: DeidMode.default(DEFAULT_DEID_MODE),
  /** The ordinary search misses most identifiers in unfamiliar styles. */
  level: DeidLevel.default(DEFAULT_DEID_LEVEL),
  /** Removes undecided places of the second look of this risk and of graver ones. */
  removeFrom: LookRisk.optional(),
  /** Values that are made coarser, so that fewer records are alone with their values. */
  generalise: z.array(Generalisation).max(3).optional(),
  /** Findings reviewed by a person, valid for the present text; for a single record only. */
  reviewed: z.object({ text: Text, findings: Findings }).optional(),
};

export const deidContract = {
  /**
   * Identifiers in a text at the strictest level; `levelOf` tells which level takes each. `model`: the model in use, if it recognises persons or
   * places.
   */
  'deid.preview': {
    input: z.object({ text: Text, ticket: Ticket.optional() }),
    output: z.object({ findings: Findings, model: z.string().nullable() }),
  },
  /** Returns places that may be left in records exported so. Writes nothing. */
  'deid.look': {
    input: z.object({
      ids: z.array(DocumentId).min(1).max(1_000_000),
      mode: DeidExport.mode,
      level: DeidExport.level,
      removeFrom: DeidExport.removeFrom,
      generalise: DeidExport.generalise,
      reviewed: DeidExport.reviewed,
      ticket: Ticket.optional(),
    }),
    output: LookReport,
  },
  /** Decides about places that the second look found; null takes a decision back. */
  'deid.decide': {
    input: z.object({
      places: z
        .array(LookPlace.extend({ decision: LookDecision.nullable() }))
        .min(1)
        .max(MAX_LEFTOVERS),
    }),
    output: Done,
  },
  /** Limits of what may be left, and how much the lists of staff and patients hold. */
  'deid.safety': {
    input: Nothing,
    output: z.object({ limits: LookLimits, lists: z.array(ListedCount) }),
  },
  'deid.setLimits': { input: z.object({ limits: LookLimits }), output: Done },
  /** Adds the names and numbers of a file (.txt, .csv, .tsv, .xlsx) to a list, as keyed hashes. */
  'deid.loadList': {
    input: z.object({ list: IdentifierList, file: FileData.extend({ base64: Upload }) }),
    output: z.array(ListedCount),
  },
  'deid.forgetList': { input: z.object({ list: IdentifierList }), output: z.array(ListedCount) },
  /** A de-identified record as a preview. Without findings, those of the rules are used. */
  'deid.apply': {
    input: z.object({
      id: DocumentId,
      mode: DeidMode,
      text: Text.optional(),
      findings: Findings.optional(),
      level: DeidLevel.default(DEFAULT_DEID_LEVEL),
      generalise: DeidExport.generalise,
      ticket: Ticket.optional(),
    }),
    output: DeidResult.extend({ title: z.string() }),
  },
};
