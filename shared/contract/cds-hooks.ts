/** Requests of CDS Hooks, which programs make over HTTPS; part of the contract. */
import { z } from 'zod';
import { CdsResponse } from '../domain/cds-hooks.ts';
import { Upload } from '../domain/limits.ts';

export const cdsHooksContract = {
  /** Cards about a patient whose resources the request holds as JSON. Stores nothing unless the request asks for it. */
  'cds.patientView': {
    input: z.object({ request: Upload, language: z.enum(['zh', 'en']) }),
    output: CdsResponse,
  },
} as const;
