/**
 * Evidence ranking on real admission records: 入院诊断 is the answer; it, 诊疗经过 and 出院情况 are never shown.
 * Prints measures and names of the graph only, no words of the records.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { EvidenceGraph } from '../../main/kg/ranking/evidence-graph.ts';
import { loadRankingRules, type RankingRules, rankDiagnoses } from '../../main/kg/ranking/rank.ts';
import { normaliseName } from '../../main/text/folding.ts';
import type { Candidate, Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { TextAnalysis } from '../../shared/domain/text-analysis.ts';
import { PRINT_ONLY } from '../helpers/print-only.ts';
import { gzipLines, setPath } from '../helpers/public-data.ts';
import { buildRanker, type Ranker } from '../helpers/ranker.ts';

const RECORDS = setPath('emr_ccl2025_raw', 'unlabelled.jsonl.gz');
const TRIPLES = setPath('kg_39net', 'triples.tsv.gz');
const SHOWN = ['主诉', '现病史', '既往史', '个人史', '家族史', '入院情况'] as const;

interface EmrRecord {
  readonly text: string;
  /** 入院诊断 folded, without white space: all of it, and its first entry. */
  readonly answer: string;
  readonly principal: string;
}

interface Setting {
  readonly name: string;
  readonly mask: (annotation: TextAnalysis, text: string) => TextAnalysis;
  readonly rules: RankingRules;
}

interface Outcome {
  readonly record: EmrRecord;
  readonly annotation: TextAnalysis;
  readonly diagnosis: Diagnosis;
  readonly ms: number;
  /** Place of the first hit, from 1; Infinity for none. In any entry of the answer, and in the first. */
  readonly any: number;
  readonly principal: number;
}

export async function run(): Promise<string> {
  if (!existsSync(RECORDS)) return 'Skipped: the admission records are not here.';
  const records = readRecords();
  const starter = await buildRanker();
  const parts = [
    `${records.length} cardiology admissions (CCL 2025, no gold codes). A hit: the name or a synonym of a candidate stands in ` +
      '入院诊断, in any of its entries or in the first. Weights were chosen on the 12 samples and on principle, not on these records.',
    measure('starter graph', starter, records),
  ];
  if (existsSync(TRIPLES)) {
    parts.push(measure('starter graph + 39net triples', await buildRanker(TRIPLES), records));
  }
  parts.push(constantList(starter.graph, records), worstCases(starter, records));
  return parts.join('\n\n');
}

function readRecords(): EmrRecord[] {
  const Row = z.record(z.string(), z.string().nullable().optional());
  const lines = gzipLines(RECORDS);
  return lines.map((line) => {
    const row = Row.parse(JSON.parse(line));
    const answer = normaliseName(row.入院诊断 ?? '').replace(/\s/g, '');
    return {
      text: SHOWN.map((field) => `${field}：${row[field] ?? ''}`).join('\n'),
      answer,
      // 1.冠心病 不稳定型心绞痛2.高血压病: up to the second number; decimals and grades have none before 、 or .
      principal: answer.split(/(?<![0-9])2[.、．](?![0-9])/)[0] ?? answer,
    };
  });
}

/** From most to least help by what the record itself calls the illness. */
function settings(): Setting[] {
  const rules = loadRankingRules();
  const same = (annotation: TextAnalysis) => annotation;
  const sections = Object.fromEntries(
    Object.entries(rules.sections).map(([kind, uses]) => [kind, { ...uses, documented: 0 }]),
  );
  // safe: the same keys with one number changed
  const unnamed = { ...rules, sections: sections as RankingRules['sections'] };
  return [
    { name: 'as written', mask: same, rules },
    { name: 'admitting diagnosis masked', mask: maskAdmitting, rules },
    { name: 'masked, and no boost for named diseases', mask: maskAdmitting, rules: unnamed },
    { name: 'all names of diseases masked', mask: maskDiseases, rules: unnamed },
  ];
}

/** 门诊以“冠心病”收入院, 诊断为…, 考虑…: where a history gives its conclusion away. */
const ADMITTING = /(?:以|拟|诊断|诊为|考虑|印象)[^。；;]{0,60}/g;

function maskAdmitting(annotation: TextAnalysis, text: string): TextAnalysis {
  const phrases = [...text.matchAll(ADMITTING)].map((m) => ({ start: m.index, end: m.index + m[0].length }));
  const given = ({ start, end }: { start: number; end: number }) =>
    phrases.some((phrase) => start >= phrase.start && end <= phrase.end);
  return {
    ...annotation,
    mentions: annotation.mentions.filter((mention) => mention.type !== 'disease' || !given(mention)),
  };
}

function maskDiseases(annotation: TextAnalysis): TextAnalysis {
  return { ...annotation, mentions: annotation.mentions.filter(({ type }) => type !== 'disease') };
}

function evaluate(ranker: Ranker, records: readonly EmrRecord[], setting: Setting, top: number): Outcome[] {
  const names = nameLister(ranker.graph);
  return records.map((record) => {
    const annotation = setting.mask(ranker.linker.annotate(record.text), record.text);
    const start = performance.now();
    const diagnosis = rankDiagnoses(ranker.graph, annotation, setting.rules, { top, text: record.text });
    const ms = performance.now() - start;
    const place = (answer: string) => {
      const index = diagnosis.candidates.findIndex(({ entity }) => stands(names(entity.id), answer));
      return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
    };
    return {
      record,
      annotation,
      diagnosis,
      ms,
      any: place(record.answer),
      principal: place(record.principal),
    };
  });
}

/** Folded names of a disease of two characters or more. */
function nameLister(graph: EvidenceGraph): (id: number) => string[] {
  return (id) => {
    const entity = graph.indexOf(id);
    return [graph.norms[entity]!, ...(graph.aliases.get(entity) ?? [])]
      .map((name) => name.replace(/\s/g, ''))
      .filter((name) => name.length >= 2);
  };
}

function stands(names: readonly string[], answer: string): boolean {
  return names.some((name) => answer.includes(name));
}

function measure(title: string, ranker: Ranker, records: readonly EmrRecord[]): string {
  const rows = settings().map((setting) => {
    const outcomes = evaluate(ranker, records, setting, 10);
    const abstained = outcomes.filter(({ diagnosis }) => diagnosis.abstained !== undefined).length;
    const ms = outcomes.map((outcome) => outcome.ms).sort((a, b) => a - b)[outcomes.length >> 1] ?? 0;
    const cells = [
      setting.name,
      ...hitCells(outcomes.map(({ principal }) => principal)),
      ...hitCells(outcomes.map(({ any }) => any)),
      percent(abstained / outcomes.length),
      ms.toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `### ${title}`,
    `${ranker.graph.diseases} diseases with a picture, ${ranker.edges} edges, evidence loaded in ${ranker.loadMs.toFixed(0)} ms.`,
    '',
    '| record | first entry hit@1 | @3 | @10 | any entry hit@1 | @3 | @10 | abstained | median ms |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function hitCells(places: readonly number[]): string[] {
  return [1, 3, 10].map((k) => percent(places.filter((place) => place <= k).length / places.length));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Returns the hit rate of the best constant list, chosen with the answers in hand without reading a record. */
function constantList(graph: EvidenceGraph, records: readonly EmrRecord[]): string {
  const names = nameLister(graph);
  const diseases = [...graph.ids].filter((id) => graph.isDisease(graph.indexOf(id)));
  const row = (label: string, answerOf: (record: EmrRecord) => string) => {
    const list: number[] = [];
    let open = [...records];
    while (list.length < 10 && open.length > 0) {
      const counts = diseases.map(
        (id) => open.filter((record) => stands(names(id), answerOf(record))).length,
      );
      const best = diseases[counts.indexOf(Math.max(...counts))]!;
      list.push(best);
      open = open.filter((record) => !stands(names(best), answerOf(record)));
    }
    const places = records.map((record) => {
      const index = list.findIndex((id) => stands(names(id), answerOf(record)));
      return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
    });
    return `${label}: ${hitCells(places).join(', ')}`;
  };
  return [
    '### For comparison',
    'The ten diseases that hit most, the same for every record and picked with the answers in hand (hit@1, @3, @10). ' +
      `${row('First entry', (record) => record.principal)}. ${row('Any entry', (record) => record.answer)}. ` +
      'One ward sees few diseases; a ranking over all of medicine is not told which ward it is.',
  ].join('\n');
}

/** The five that were most sure and wrong, without the admitting diagnosis and without boosts. */
function worstCases(ranker: Ranker, records: readonly EmrRecord[]): string {
  const setting = settings()[2]!;
  const missed = evaluate(ranker, records, setting, 500)
    .filter(({ diagnosis, principal }) => diagnosis.candidates.length > 0 && principal > 3)
    .sort((a, b) => lead(b) - lead(a));
  const cases = missed.slice(0, 5).map((outcome, i) => {
    const { candidates } = outcome.diagnosis;
    const wanted = ranker.linker
      .annotate(outcome.record.principal)
      .mentions.filter(({ type, depth }) => type === 'disease' && depth === 0)
      .map(({ name }) => name);
    const topThree = candidates.slice(0, 3).map((c) => `${c.entity.name} ${c.score.toFixed(0)}`);
    return [
      `${i + 1}. said: ${saidFindings(outcome.annotation).join('、') || 'nothing the graph knows'}`,
      `   answer: ${[...new Set(wanted)].join('、') || 'no name of the graph'}; top 3: ${topThree.join('、')}`,
      `   why: ${explain(ranker, outcome, wanted.length > 0)}`,
    ].join('\n');
  });
  // Findings of single records are shown, not kept.
  return [PRINT_ONLY, '### Five worst (starter graph, masked, no boost)', ...cases].join('\n');
}

/** Returns the score of the first candidate less the score of the right answer. */
function lead({ diagnosis, principal }: Outcome): number {
  return (diagnosis.candidates[0]?.score ?? 0) - (diagnosis.candidates[principal - 1]?.score ?? 0);
}

/** Findings of the chief complaint and present illness in the graph's words. */
function saidFindings({ sections, mentions }: TextAnalysis): string[] {
  const own = sections.filter(({ kind }) => kind === 'chief-complaint' || kind === 'present-illness');
  const said = mentions.filter(
    ({ start, type, assertion, depth }) =>
      depth === 0 &&
      assertion === 'present' &&
      (type === 'symptom' || type === 'sign' || type === 'finding') &&
      own.some((section) => start >= section.start && start < section.end),
  );
  return [...new Set(said.map(({ name }) => name))].slice(0, 12);
}

function explain(ranker: Ranker, { record, annotation, diagnosis }: Outcome, graphHasIt: boolean): string {
  const rules = settings()[2]!.rules;
  const everything = { ...rules, crowding: { ...rules.crowding, ownPoints: 0 } };
  const { candidates } = rankDiagnoses(ranker.graph, annotation, everything, { top: 1000 });
  const names = nameLister(ranker.graph);
  const place = candidates.findIndex(({ entity }) => stands(names(entity.id), record.principal));
  const right = candidates[place];
  const first = diagnosis.candidates[0]!;
  const list = (evidence: Candidate['for']) =>
    evidence
      .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
      .map(({ entity }) => entity.name)
      .slice(0, 6)
      .join('、');
  const parts: string[] = [];
  if (right === undefined) {
    parts.push(
      graphHasIt ? 'nothing said speaks for the answer' : 'the first entry names no disease of the graph',
    );
  } else {
    const known = new Set(right.for.map(({ entity }) => entity.id));
    const more = first.for.filter(({ entity }) => !known.has(entity.id));
    parts.push(
      `the answer is number ${place + 1} with ${right.score.toFixed(0)}, for it ${list(right.for) || 'nothing'}`,
    );
    if (right.against.length > 0) parts.push(`against it ${list(right.against)}`);
    parts.push(`the first has besides ${list(more) || 'nothing, but lists the same as more typical'}`);
  }
  if (stands(names(first.entity.id), record.answer)) parts.push('the first is a further entry of 入院诊断');
  return parts.join('; ');
}
