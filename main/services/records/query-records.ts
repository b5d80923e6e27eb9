/** Search of records by words, findings with their assertion and measured values. */
import type { Review } from '../../../shared/domain/correction.ts';
import type { SearchPage, SearchPlace } from '../../../shared/domain/document.ts';
import { parseRecordQuery } from '../../../shared/domain/record-query.ts';
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import { AppError } from '../../../shared/result.ts';
import { correctedRecords } from '../../db/repositories/corrections.ts';
import { entitiesUnder } from '../../db/repositories/lexicon.ts';
import * as repository from '../../db/repositories/records.ts';
import {
  findingKey,
  type MatchingRecords,
  placesOf,
  type RecordConditions,
} from '../../inference/record-vectors.ts';
import { valueBounds } from '../../text/values/value-bounds.ts';
import { dbOf, type Session } from '../session/session.ts';
import { reviewOf } from './corrections.ts';

/** Milliseconds of reading records before an answer. */
const BUDGET_MS = 1_000;

/** Finds records by conditions, and reads a text. */
export interface RecordSearch {
  match(conditions: RecordConditions): Promise<MatchingRecords>;
  annotate(text: string, review: Review): TextAnalysis | Promise<TextAnalysis>;
}

/**
 * Returns the records that answer a question (`parseRecordQuery`), with the places that do. Words alone are searched in
 * the full text; findings and values in an index that reads new and changed records first, a part at each call: `left`
 * records are not read yet. A finding also answers for what the graph calls narrower. Corrections of highlights hold.
 * @throws AppError `bad-request` for an entity or a value that is not known, or an empty question
 */
export async function queryRecords(
  session: Session,
  { query, limit, from }: { query: string; limit: number; from?: SearchPlace | undefined },
  search = engineSearch(session),
): Promise<SearchPage> {
  const db = dbOf(session);
  const { words, findings, values } = parseRecordQuery(query);
  if (findings.length === 0 && values.length === 0)
    return words.length === 0 ? { hits: [] } : repository.searchRecords(db, words, limit, from);
  const conditions = {
    findings: findings.map(({ name, assertion }) => {
      const entities = entitiesUnder(db, name);
      if (entities.length === 0) throw new AppError('bad-request', 'documents.no-such-finding', { name });
      return entities.map((id) => findingKey(id, assertion));
    }),
    values: values.map(valueBounds),
  };
  const { ids, records, left } = await search.match(conditions);
  const holding = words.length === 0 ? undefined : repository.recordsWith(db, words);
  const possible = new Set([...ids, ...correctedRecords(db)]); // the index knows no corrections
  const found = [...possible].filter((id) => holding?.has(id) ?? true).sort((a, b) => a - b);
  const hits: SearchPage['hits'] = [];
  let skip = from?.skip ?? 0;
  for (; skip < found.length && hits.length < limit; skip++) {
    const record = repository.getRecord(db, found[skip] ?? 0);
    if (record === undefined) continue; // deleted just now
    const { text, ...document } = record;
    const read = await search.annotate(text, reviewOf(session, record.id, text));
    const places = placesOf(read, conditions);
    if (places === undefined) continue; // a person corrected it
    const snippets = repository.snippetsOf(text, [...places, ...repository.placesOfWords(text, words)]);
    hits.push({ document, count: places.length, snippets });
  }
  return { hits, records, left, ...(skip < found.length && { next: { at: 0, skip } }) };
}

const engineSearch = (session: Session): RecordSearch => ({
  match: (conditions) => session.engine.run('match', { conditions, budgetMs: BUDGET_MS }),
  annotate: (text, review) => session.engine.run('annotate', { text, review }),
});
