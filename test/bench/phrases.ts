/** Mines phrases from the public corpora, and scores the segmentation of names by hand against jieba alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { minePhrases } from '../../main/engine/phrases/mine.ts';
import { nameSplitter, SHORT_NAME } from '../../main/text/entity-parts.ts';
import { entitySegmenter, proposeCutPoints } from '../../main/text/entity-segmentation.ts';
import { fold } from '../../main/text/folding.ts';
import { loadSegmenter } from '../../main/text/segmentation.ts';
import { MiningSettings } from '../../shared/domain/phrases.ts';
import { CorpusDocument } from '../../shared/domain/pretraining.ts';
import { segmentationScores, starterNames } from '../helpers/phrase-texts.ts';
import { setPath } from '../helpers/public-data.ts';

const CORPUS = setPath('corpus_zh');
const Line = CorpusDocument.pick({ text: true });

function* corpusTexts(): Generator<string> {
  for (const file of readdirSync(CORPUS).filter((name) => name.endsWith('.jsonl.gz')))
    for (const line of gunzipSync(readFileSync(join(CORPUS, file)))
      .toString('utf8')
      .split('\n'))
      if (line !== '') yield Line.parse(JSON.parse(line)).text;
}

export async function run(): Promise<string> {
  const spelt = starterNames();
  const short = spelt.filter((name) => /^\p{Script=Han}+$/u.test(name) && name.length <= SHORT_NAME);
  const jieba = loadSegmenter();
  const withNames = loadSegmenter({ userWords: short.map((word) => ({ word })) });
  const none = proposeCutPoints(spelt, []).filter(({ active }) => active);
  const rows: [string, (name: string) => readonly number[]][] = [
    [
      'jieba alone',
      (name) =>
        jieba
          .segment(name)
          .slice(1)
          .map(({ start }) => start),
    ],
    ['jieba with short names of the graph (no list)', nameSplitter(withNames)],
    ['rules, no corpus', entitySegmenter(spelt, { phrases: [], cutPoints: none, cuts: new Map() })],
  ];
  let about = 'The public corpora are not beside the project: rules alone.';
  if (existsSync(CORPUS)) {
    const start = performance.now();
    const settings = MiningSettings.parse({});
    const { phrases, ...facts } = minePhrases({
      texts: corpusTexts,
      names: new Set(spelt.map(fold)),
      settings,
    });
    const [seconds, memory] = [(performance.now() - start) / 1000, process.memoryUsage().rss / 2 ** 20];
    about = `Mined ${phrases.length} phrases of ${facts.candidates} candidates (${facts.names} names of the graph, AUC ${facts.auc.toFixed(3)}) from ${facts.characters} characters in ${seconds.toFixed(0)} s, ${memory.toFixed(0)} MiB resident.`;
    const proposed = proposeCutPoints([...spelt, ...phrases.map(({ text }) => text)], phrases);
    const cutPoints = proposed.filter(({ active }) => active);
    rows.push(['rules with mined phrases', entitySegmenter(spelt, { phrases, cutPoints, cuts: new Map() })]);
  }
  const table = rows.map(([what, split]) => {
    const { exact, precision, recall, f1, core } = segmentationScores(split);
    return `| ${what} | ${[exact, precision, recall, f1, core].map((score) => score.toFixed(3)).join(' | ')} |`;
  });
  return [
    about,
    '',
    '| segmentation | names exact | precision | recall | F1 | core |',
    '|---|---:|---:|---:|---:|---:|',
    ...table,
  ].join('\n');
}
