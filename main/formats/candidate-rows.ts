/**
 * Rows of questions with candidates as rows of pairs: `{"query", "candidates": [{"title", "label"}]}`, or
 * `{"question", "positives", "negatives"}` with texts or with numbers of answers, which stand as
 * `{"aid", "answer"}` in a file answers.jsonl beside.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { isRecord } from '../reading/json.ts';
import { bad } from './training-lines.ts';
import { trainingRows } from './training-rows.ts';

type Row = Readonly<Record<string, unknown>>;
/** Texts of answers by their ids. */
export type Answers = ReadonlyMap<string, string>;

/** Fields of the rows of pairs. */
export const CANDIDATE_FIELDS = { text: 'question', second: 'candidate', label: 'label' } as const;

const QUESTIONS = ['question', 'query', 'text', 'text1'] as const;
/** Together they are the question, where there is no other field for it. */
const POST = ['title', 'ask'] as const;
const CANDIDATES = ['candidate', 'title', 'answer', 'text', 'document', 'text2'] as const;
const ANSWER_FILES = ['answers.jsonl.gz', 'answers.jsonl'];

/** Returns a row for each candidate of a question; `undefined` for other rows. @throws AppError naming the field */
export function candidateRows(row: Row, answers: Answers): Row[] | undefined {
  const { id, candidates, positives, negatives } = row;
  const rowOf = (candidate: unknown, label: unknown, i: number): Row => ({
    question: questionOf(row),
    candidate,
    label,
    ...(id === undefined ? {} : { id: `${String(id)}/${i + 1}` }),
  });
  if (Array.isArray(candidates))
    return candidates.map((candidate: unknown, i) => {
      if (!isRecord(candidate)) throw bad(`candidates[${i}]`, message('fault.no-object'));
      return rowOf(firstOf(candidate, CANDIDATES), candidate.label, i);
    });
  if (!Array.isArray(positives) || !Array.isArray(negatives)) return undefined;
  const answerOf = (one: unknown): unknown => {
    if (typeof one !== 'number') return one;
    const answer = answers.get(String(one));
    if (answer === undefined) throw bad('positives, negatives', message('fault.no-answer', { number: one }));
    return answer;
  };
  return [
    ...positives.map((one: unknown) => [one, 1] as const),
    ...negatives.map((one: unknown) => [one, 0] as const),
  ].map(([one, label], i) => rowOf(answerOf(one), label, i));
}

const firstOf = (row: Row, fields: readonly string[]): unknown =>
  fields.map((field) => row[field]).find(isThere);
const isThere = (value: unknown): boolean => value !== undefined && value !== null;

const questionOf = (row: Row): unknown =>
  firstOf(row, QUESTIONS) ??
  (POST.some((field) => isThere(row[field])) ? POST.map((field) => row[field] ?? '').join(' ') : undefined);

/** Returns the answers in the file beside one; none without it. @throws AppError for an unreadable file */
export async function answersBeside(path: string): Promise<Answers> {
  const answers = new Map<string, string>();
  const file = ANSWER_FILES.map((name) => join(dirname(path), name)).find((one) => existsSync(one));
  if (file === undefined) return answers;
  for await (const row of trainingRows(file, file)) {
    const { aid, answer } = row.read();
    if (isThere(aid) && typeof answer === 'string') answers.set(String(aid), answer);
  }
  return answers;
}
