/** Names of cached answers. Everything under one prefix is invalidated together. */
import type { EntityType } from '../../shared/domain/graph.ts';

export const keys = {
  app: ['app'] as const,
  settings: ['settings'] as const,
  engine: ['engine'] as const,
  jobs: ['jobs'] as const,
  audit: ['audit'] as const,
  auditList: (object: string) => ['audit', object] as const,
  docs: ['docs'] as const,
  docList: ['docs', 'list'] as const,
  docSearch: (query: string) => ['docs', 'search', query] as const,
  revisions: (id: number) => ['docs', 'revisions', id] as const,
  revision: (id: number, number: number) => ['revision', id, number] as const,
  kg: ['kg'] as const,
  kgStats: ['kg', 'stats'] as const,
  kgSearch: (query: string, type: EntityType | undefined) => ['kg', 'search', query, type ?? ''] as const,
  kgEntity: (id: number, edgeLimit: number) => ['kg', 'entity', id, edgeLimit] as const,
  diagnosis: ['diagnosis'] as const,
  diagnosisRank: (documentId: number, version: number) => ['diagnosis', 'rank', documentId, version] as const,
  decisions: (documentId: number) => ['decisions', documentId] as const,
};
