/**
 * Evidence ranking on real admission records: what stands in 入院诊断 is the answer; it, 诊疗经过 and 出院情况 are
 * never shown. Prints measures and names of the graph only, no words of the records.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Connection, openConnection } from '../../main/db/connection.ts';
import { migrate } from '../../main/db/migrate.ts';
import { loadEvidence } from '../../main/db/repositories/evidence.ts';
import { loadLexicon } from '../../main/db/repositories/lexicon.ts';
import { EvidenceGraph } from '../../main/kg/evidence.ts';
import { importGraph, importStarter } from '../../main/kg/import/index.ts';
import { buildLinker, type Linker } from '../../main/kg/linker.ts';
import { loadRankingRules, type RankingRules, rankDiagnoses } from '../../main/kg/rank.ts';
import { appRoot } from '../../main/resources.ts';
import { normaliseName } from '../../main/text/normalise.ts';
import { loadRules } from '../../main/text/rules.ts';
import type { Candidate, Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { Annotation } from '../../shared/domain/mention.ts';
import { readSamples } from '../../main/services/seed.ts';

const DATA = join(appRoot, '..', 'shared', 'data');
const RECORDS = join(DATA, 'emr_ccl2025_raw', 'unlabelled.jsonl.gz');
const TRIPLES = join(DATA, 'kg_39net', 'triples.tsv.gz');
const SHOWN = ['主诉', '现病史', '既往史', '个人史', '家族史', '入院情况'] as const;
const TOP = 10;

const Row = z.record(z.string(), z.string().nullable().optional());

interface EmrRecord {
  readonly text: string;
  /** Folded 入院诊断 without white space, whole and its first entry. */
  readonly answer: string;
  readonly principal: string;
}

interface Setting {
  readonly name: string;
  readonly annotate: (annotation: Annotation, text: string) => Annotation;
  readonly rules: (rules: RankingRules) => RankingRules;
}

const same = <T>(value: T): T => value;
const unnamed = (rules: RankingRules): RankingRules => ({
  ...rules,
  documented: { ...rules.documented, points: 0 },
  thin: { ...rules.thin, strength: rules.thin.strength },
});

/** From most to least help by what the record itself calls the illness. */
const SETTINGS: readonly Setting[] = [
  { name: 'as written', annotate: same, rules: same },
  { name: 'admitting diagnosis masked', annotate: maskAdmitting, rules: same },
  { name: 'masked, named diseases not boosted', annotate: maskAdmitting, rules: unnamed },
  { name: 'all names of diseases masked', annotate: maskDiseases, rules: unnamed },
];

/** 门诊以“冠心病”收入院, 拟诊为…, 考虑…: the admitting diagnosis in the words of the history. */
const ADMITTING = /(?:以|拟|诊断为|诊断|诊为|考虑|印象)[^。；;，,]{0,60}/g;

function maskAdmitting(annotation: Annotation, text: string): Annotation {
  const phrases = [...text.matchAll(ADMITTING)].map((m) => ({ start: m.index, end: m.index + m[0].length }));
  const mentions = annotation.mentions.filter(
    ({ type, start, end }) => type !== 'disease' || !phrases.some((p) => start >= p.start && end <= p.end),
  );
  return { ...annotation, mentions };
}

function maskDiseases(annotation: Annotation): Annotation {
  return { ...annotation, mentions: annotation.mentions.filter(({ type }) => type !== 'disease') };
}

interface System {
  readonly name: string;
  readonly graph: EvidenceGraph;
  readonly linker: Linker;
}

interface Outcome {
  readonly record: EmrRecord;
  readonly diagnosis: Diagnosis;
  readonly ms: number;
  /** Place of the first hit from 1, Infinity when there is none: in any entry, and in the first. */
  readonly any: number;
  readonly first: number;
}
