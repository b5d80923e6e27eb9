/** Linker and evidence graph over knowledge graphs imported into a database in memory. */
import { openConnection } from '../../main/db/connection.ts';
import { migrate } from '../../main/db/migrate.ts';
import { loadEvidence } from '../../main/db/repositories/evidence.ts';
import { loadLexicon } from '../../main/db/repositories/lexicon.ts';
import { importGraph, importStarter } from '../../main/kg/import/index.ts';
import { buildLinker, type Linker } from '../../main/kg/linker/linker.ts';
import { EvidenceGraph } from '../../main/kg/ranking/evidence-graph.ts';
import { loadRules } from '../../main/text/rules.ts';
import type { LexiconName } from '../../shared/domain/graph.ts';
import type { SectionKind } from '../../shared/domain/mention.ts';
import type { TextAnalysis } from '../../shared/domain/text-analysis.ts';

export interface Ranker {
  readonly graph: EvidenceGraph;
  readonly linker: Linker;
  /** All names of the graph. */
  readonly names: readonly LexiconName[];
  /** Milliseconds to read the evidence and to build the graph of it. */
  readonly loadMs: number;
  readonly edges: number;
}

/** The starter graph, and a triples file on top of it if one is given. */
export async function buildRanker(triples?: string): Promise<Ranker> {
  const db = openConnection(':memory:', { key: null });
  try {
    migrate(db, () => undefined);
    for await (const _step of importStarter(db, { sliceMs: 10_000 }));
    if (triples !== undefined) {
      const input = { name: 'triples.tsv.gz', path: triples };
      for await (const _step of importGraph(db, input, { format: 'triples', sliceMs: 10_000 }));
    }
    const names = [...loadLexicon(db)];
    const linker = buildLinker(names, loadRules());
    const start = performance.now();
    const data = loadEvidence(db);
    const graph = new EvidenceGraph(data);
    return { graph, linker, names, loadMs: performance.now() - start, edges: data.edges.head.length };
  } finally {
    db.close();
  }
}

/** The annotation as if the sections of these kinds were not there. */
export function hideSections(annotation: TextAnalysis, kinds: readonly SectionKind[]): TextAnalysis {
  const hidden = annotation.sections.filter(({ kind }) => kinds.includes(kind));
  const mentions = annotation.mentions.filter(
    ({ start }) => !hidden.some((section) => start >= section.start && start < section.end),
  );
  const values = annotation.values.filter(
    ({ start }) => !hidden.some((section) => start >= section.start && start < section.end),
  );
  return { ...annotation, mentions, values };
}
