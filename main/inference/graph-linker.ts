/** Linker and evidence ranking over one workspace's graph, with the newest annotations kept for reuse. */
import type { Review } from '../../shared/domain/correction.ts';
import type { Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { TextAnalysis } from '../../shared/domain/text-analysis.ts';
import type { ReadDb } from '../db/connection.ts';
import { loadEvidence } from '../db/repositories/evidence.ts';
import { readOwnRanges } from '../db/repositories/own-ranges.ts';
import { type Linker, openLinker } from '../kg/linker/linker.ts';
import { reviewAnalysis } from '../kg/linker/review.ts';
import { EvidenceGraph } from '../kg/ranking/evidence-graph.ts';
import { loadRankingRules, type RankingRules, rankDiagnoses } from '../kg/ranking/rank.ts';
import { loadRules } from '../text/rules.ts';
import { type LinkerStore, linkerTables } from './linker-store.ts';
import type { LexiconSize } from './protocol.ts';

/** Number of texts whose analysis is cached: the editor requests highlights and a ranking of the same text. */
const KEPT = 16;

export class GraphLinker {
  readonly #db: ReadDb;
  readonly #linker: Linker;
  #ranking: { readonly evidence: EvidenceGraph; readonly rules: RankingRules } | undefined;
  readonly #recent = new Map<string, TextAnalysis>();
  readonly size: LexiconSize;

  private constructor(db: ReadDb, linker: Linker, buildMs: number) {
    this.#db = db;
    this.#linker = linker;
    this.size = { ...linker.size, buildMs };
  }

  /** @param store where tables built before lie; absent: they are built and not kept */
  static load(db: ReadDb, store?: LinkerStore): GraphLinker {
    const start = performance.now();
    const rules = loadRules(readOwnRanges(db));
    const linker = openLinker(linkerTables(db, rules, store), rules);
    return new GraphLinker(db, linker, performance.now() - start);
  }

  /** @param review what people decided that the mentions must respect */
  annotate(text: string, review?: Review): TextAnalysis {
    const found = this.#analyse(text);
    return review === undefined ? found : reviewAnalysis(text, found, review);
  }

  #analyse(text: string): TextAnalysis {
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const annotation = this.#linker.annotate(text);
    this.#recent.set(text, annotation);
    const oldest = this.#recent.keys().next().value;
    if (this.#recent.size > KEPT && oldest !== undefined) this.#recent.delete(oldest);
    return annotation;
  }

  /** Loads the graph's evidence at the first call: highlights do not wait for it. */
  rank(text: string, top: number, review?: Review): Diagnosis {
    this.#ranking ??= { evidence: new EvidenceGraph(loadEvidence(this.#db)), rules: loadRankingRules() };
    const { evidence, rules } = this.#ranking;
    return rankDiagnoses(evidence, this.annotate(text, review), rules, { top, text });
  }
}
