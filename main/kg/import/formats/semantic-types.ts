/**
 * Maps UMLS semantic types (https://www.nlm.nih.gov/research/umls/META3_current_semantic_types.html) to entity
 * types.
 */
import type { EntityType } from '../../../../shared/domain/graph.ts';

/** Entity types by precedence: a concept with several semantic types takes the first. */
const SEMANTIC_TYPES: readonly (readonly [EntityType, string])[] = [
  ['disease', 'T019 T020 T037 T046 T047 T048 T049 T050 T190 T191'],
  ['symptom', 'T184'],
  ['finding', 'T033 T034'],
  ['exam', 'T059 T060 T201'],
  ['treatment', 'T061'],
  ['drug', 'T121 T122 T125 T127 T129 T195 T200 T203'],
  ['anatomy', 'T017 T018 T021 T022 T023 T024 T025 T026 T029 T030 T031'],
  ['cause', 'T004 T005 T007 T131 T194 T204'],
  // Chemicals without a pharmacologic type, and everything else.
  ['other', ''],
];

const RANKS = new Map(
  SEMANTIC_TYPES.flatMap(([, tuis], rank) => tuis.split(' ').map((tui) => [tui, rank] as const)),
);

/** Returns the precedence of a semantic type's entity type; the last rank is `other`. */
export const semanticRank = (tui: string): number => RANKS.get(tui) ?? SEMANTIC_TYPES.length - 1;

export const typeOfRank = (rank: number): EntityType => SEMANTIC_TYPES[rank]?.[0] ?? 'other';
