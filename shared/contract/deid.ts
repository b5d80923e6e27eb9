/** Requests of de-identification; part of the contract. */
import { z } from 'zod';
import { DEFAULT_DEID_MODE, DeidFinding, DeidMode, DeidResult } from '../domain/deid.ts';
import { DocumentId } from '../domain/document.ts';
import { Text, Ticket } from './common.ts';

const Findings = z.array(DeidFinding).max(200_000);

/** How records leave: identified only when somebody says so. */
export const DeidExport = {
  deidentify: z.boolean().default(true),
  mode: DeidMode.default(DEFAULT_DEID_MODE),
  /** What possibly points to a person is taken out too. */
  strict: z.boolean().default(false),
  /** What a person looked through, in the text it holds in; of one record only. */
  reviewed: z.object({ text: Text, findings: Findings }).optional(),
};

export const deidContract = {
  /** What in a text points to a person, and what possibly does (`isPossible`). `model`: the one in use, where it knows persons or places. */
  'deid.preview': {
    input: z.object({ text: Text, ticket: Ticket.optional() }),
    output: z.object({ findings: Findings, model: z.string().nullable() }),
  },
  /** A record as it would leave; nothing is written. Without findings, with those of the rules. */
  'deid.apply': {
    input: z.object({
      id: DocumentId,
      mode: DeidMode,
      text: Text.optional(),
      findings: Findings.optional(),
      strict: z.boolean().default(false),
      ticket: Ticket.optional(),
    }),
    output: DeidResult.extend({ title: z.string() }),
  },
};
