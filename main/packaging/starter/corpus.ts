/** Texts that starter models are trained on: only sets whose licence lets trained weights be passed on. */
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const APACHE = 'Apache-2.0 (ChineseBLUE)';
const MIT = 'MIT (Toyhom Chinese medical dialogue data)';

const Text = z.object({ text: z.string() });
const Question = z.object({
  title: z.string(),
  ask: z.string(),
  positives: z.array(z.number()),
});
const Answer = z.object({ aid: z.number(), answer: z.string() });
const Dialogue = z.object({
  'dialogue-content': z.array(z.object({ speaker: z.string(), sentence: z.string() })),
});
const Pair = z.object({ text1: z.string(), text2: z.string() });
const Search = z.object({
  query: z.string(),
  candidates: z.array(z.object({ title: z.string(), label: z.number() })),
});

/** Returns the rows of a `.jsonl.gz` file. @throws ZodError when a row has other fields */
function readRows<Row>(path: string, row: z.ZodType<Row>): Row[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => row.parse(JSON.parse(line)));
}

interface SetRow {
  readonly set: string;
  readonly licence: string;
  /** Returns the train side's texts. */
  readonly texts: (data: string) => string[];
}

const train = <Row>(folder: string, row: z.ZodType<Row>, texts: (row: Row) => string[]) => ({
  set: folder,
  licence: APACHE,
  texts: (data: string) => readRows(join(data, folder, 'train.jsonl.gz'), row).flatMap(texts),
});

/** Sets of the corpus with their licences. */
const SETS: readonly SetRow[] = [
  { set: 'qa_rank_toyhom', licence: MIT, texts: consultations },
  train('dialogue_cmdd', Dialogue, (row) => [
    row['dialogue-content'].map(({ speaker, sentence }) => `${speaker}：${sentence}`).join('\n'),
  ]),
  train('ner_cmedqaner', Text, ({ text }) => [text]),
  train('tc_cmedtc', Text, ({ text }) => [text]),
  train('tc_cmedic', Text, ({ text }) => [text]),
  train('qq_cmedqq', Pair, ({ text1, text2 }) => [text1, text2]),
  train('ir_cmedir', Search, ({ query, candidates }) => [
    query,
    ...candidates.filter(({ label }) => label > 0).map(({ title }) => title),
  ]),
];

function consultations(data: string): string[] {
  const answers = new Map(
    readRows(join(data, 'qa_rank_toyhom', 'answers.jsonl.gz'), Answer).map(({ aid, answer }) => [
      aid,
      answer,
    ]),
  );
  const questions = readRows(join(data, 'qa_rank_toyhom', 'train.jsonl.gz'), Question);
  return questions.map(({ title, ask, positives }) =>
    [title, ask, ...positives.map((aid) => answers.get(aid) ?? '')].join('\n'),
  );
}

/** Returns a text without white space, width and case, by which equal texts are found. */
const keyOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

const DEV_FIELDS = ['text', 'query', 'text1', 'text2', 'question', 'answer', 'content', 'title', 'ask'];

/** Returns the keys of all dev texts, which no model may have read. */
function devKeys(data: string): Set<string> {
  const keys = new Set<string>();
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('dev.jsonl.gz')))
    for (const row of readRows(join(data, file), z.record(z.string(), z.unknown())))
      for (const field of DEV_FIELDS) {
        const text = row[field];
        if (typeof text === 'string') keys.add(keyOf(text));
      }
  return keys;
}

export interface CorpusPart {
  readonly set: string;
  readonly licence: string;
  readonly texts: number;
  readonly characters: number;
}

/** Sets whose sentences layouts of synthetic records take up. */
const CARRIER_SETS: ReadonlySet<string> = new Set([
  'qa_rank_toyhom',
  'dialogue_cmdd',
  'ner_cmedqaner',
  'tc_cmedtc',
]);

/** Returns texts of the train sides that synthetic records take sentences from, with what each set gave. */
export function carrierTexts(data: string): { texts: string[]; parts: Omit<CorpusPart, 'characters'>[] } {
  const read = SETS.filter(({ set }) => CARRIER_SETS.has(set)).map(({ set, licence, texts }) => ({
    set,
    licence,
    texts: texts(data),
  }));
  return {
    texts: read.flatMap(({ texts }) => texts),
    parts: read.map(({ set, licence, texts }) => ({ set, licence, texts: texts.length })),
  };
}

/** Writes every text once, without those of dev sets, as JSON lines. Returns what each set gave. */
export async function writeCorpus(data: string, path: string): Promise<CorpusPart[]> {
  const seen = devKeys(data);
  const out = createWriteStream(path);
  const parts = SETS.map(({ set, licence, texts }) => {
    let [count, characters] = [0, 0];
    for (const text of texts(data)) {
      const key = keyOf(text);
      if (key === '' || seen.has(key)) continue;
      seen.add(key);
      count++;
      characters += text.length;
      out.write(`${JSON.stringify({ text })}\n`);
    }
    return { set, licence, texts: count, characters };
  });
  out.end();
  await finished(out);
  return parts;
}
