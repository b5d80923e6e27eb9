/** Requests and events of the knowledge graph; part of the contract. */
import { z } from 'zod';
import { EntityHit, EntityId, EntityPage, EntityType, KgFormat, KgStats } from '../domain/graph.ts';
import { Token } from '../domain/limits.ts';
import { Job } from '../domain/system.ts';
import { Nothing } from './common.ts';

export const graphContract = {
  'kg.search': {
    input: z.object({
      query: z.string().max(200),
      type: EntityType.optional(),
      limit: z.number().int().min(1).max(200),
    }),
    output: z.array(EntityHit),
  },
  'kg.entity': {
    input: z.object({ id: EntityId, edgeLimit: z.number().int().min(0).max(2000) }),
    output: EntityPage,
  },
  'kg.stats': { input: Nothing, output: KgStats },
  'kg.import': { input: z.object({ uploadId: Token, format: KgFormat }), output: Job },
  'kg.importStarter': { input: Nothing, output: Job },
  'kg.undoImport': { input: z.object({ sourceId: z.number().int() }), output: Job },
} as const;

export const graphEvents = { 'kg.changed': Nothing } as const;
