/** Diagnosis suggestions from knowledge-graph evidence. */
import { z } from 'zod';
import { Message } from '../messages/message.ts';
import { EntityId, EntitySummary } from './graph.ts';
import { Assertion } from './mention.ts';
import { Span } from './span.ts';

/** One finding and its effect on a candidate. `spans` are its words in the record, `path` its way through the graph. */
export const Evidence = z.object({
  entity: EntitySummary,
  relation: z.string(),
  assertion: Assertion.optional(),
  /** Contribution to the score: positive for, negative against; the expected weight for missing findings. */
  weight: z.number(),
  spans: z.array(Span),
  path: z.array(z.string()),
  /** The edge is a prediction that somebody accepted. */
  predicted: z.literal(true).optional(),
});
export type Evidence = z.infer<typeof Evidence>;

export const Candidate = z.object({
  entity: EntitySummary,
  /** 0-100, a score of fit, not a probability. */
  score: z.number(),
  urgent: z.boolean(),
  /** Assertion of this disease in the record itself, if it is named there. */
  documented: Assertion.optional(),
  for: z.array(Evidence),
  against: z.array(Evidence),
  missing: z.array(Evidence),
  /** Conflict with age or sex. */
  implausible: Message.optional(),
});
export type Candidate = z.infer<typeof Candidate>;

export const Diagnosis = z.object({
  candidates: z.array(Candidate),
  /** Set when evidence is insufficient for suggestions. */
  abstained: Message.optional(),
  findings: z.number().int(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

export const Decision = z.object({
  documentId: z.number().int(),
  entityId: EntityId,
  decision: z.enum(['accepted', 'overridden']),
  reason: z.string().optional(),
  at: z.string(),
  actor: z.string(),
  /** File that the decision was imported from; absent for decisions made here. */
  source: z.string().optional(),
});
export type Decision = z.infer<typeof Decision>;
