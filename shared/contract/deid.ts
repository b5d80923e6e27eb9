/** Requests of de-identification; part of the contract. */
import { z } from 'zod';
import {
  DEFAULT_DEID_LEVEL,
  DEFAULT_DEID_MODE,
  DeidFinding,
  DeidLevel,
  DeidMode,
  DeidResult,
} from '../domain/deid.ts';
import { DocumentId } from '../domain/document.ts';
import { Text } from '../domain/limits.ts';
import { Ticket } from './common.ts';

const Findings = z.array(DeidFinding).max(200_000);

/** Form of exported records. They are identified only on explicit request. */
export const DeidExport = {
  deidentify: z.boolean().default(true),
  mode: DeidMode.default(DEFAULT_DEID_MODE),
  /** The ordinary search misses most identifiers in unfamiliar styles. */
  level: DeidLevel.default(DEFAULT_DEID_LEVEL),
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
  /** A de-identified record as a preview. Without findings, those of the rules are used. */
  'deid.apply': {
    input: z.object({
      id: DocumentId,
      mode: DeidMode,
      text: Text.optional(),
      findings: Findings.optional(),
      level: DeidLevel.default(DEFAULT_DEID_LEVEL),
      ticket: Ticket.optional(),
    }),
    output: DeidResult.extend({ title: z.string() }),
  },
};
