/**
 * Writes a self-contained HTML report of highlighted records with their suggestions. No script, no remote reference.
 * Printed, each record begins on a page of its own, and each page names patient, record, date and its number.
 */
import { ENTITY_TYPES } from '../../shared/appearance.ts';
import type { Candidate, Diagnosis, Evidence } from '../../shared/domain/diagnosis.ts';
import { EntityType } from '../../shared/domain/graph.ts';
import type { Assertion, Mention } from '../../shared/domain/mention.ts';
import type { PatientFacts, RecordFacts } from '../../shared/domain/patient.ts';
import type { TextAnalysis } from '../../shared/domain/text-analysis.ts';
import type { MeasuredValue } from '../../shared/domain/value.ts';
import { words } from '../../shared/messages/words.ts';
import { SEXES, timeWords } from './clinical-text.ts';

export interface ReportItem extends RecordFacts {
  readonly title: string;
  readonly text: string;
  readonly annotation: TextAnalysis;
  readonly diagnosis: Diagnosis;
  /** Diagnoses that people accepted; names and times are absent where the report is de-identified. */
  readonly diagnoses?: readonly {
    readonly name: string;
    readonly actor?: string | undefined;
    readonly at?: string | undefined;
    readonly reason?: string | undefined;
  }[];
}

export const TYPE_NAMES: Readonly<Record<EntityType, string>> = {
  disease: '疾病',
  symptom: '症状',
  sign: '体征',
  finding: '检查所见',
  exam: '检查',
  drug: '药物',
  treatment: '治疗',
  department: '科室',
  anatomy: '部位',
  cause: '病因',
  other: '其他',
};

export const ASSERTION_NAMES: Readonly<Record<Assertion, string>> = {
  present: '存在',
  negated: '否定',
  uncertain: '可疑',
  family: '家族',
  historical: '既往',
  hypothetical: '假设',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function styleSheet(): string {
  const types = EntityType.options
    .map((type) => `.t-${type}{color:${ENTITY_TYPES[type].ink.light};background:${ENTITY_TYPES[type].hue}26}`)
    .join('\n');
  return `body{font:14px/1.7 "Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;max-width:1180px;margin:24px auto;padding:0 16px;color:#1c2127}
h1{font-size:20px}h2{font-size:16px;border-top:1px solid #dde1e6;padding-top:16px;margin-top:32px}
.record{display:grid;grid-template-columns:minmax(0,1fr) 380px;gap:24px}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
mark{border-radius:3px;padding:0 1px;border-bottom:1.5px solid currentColor}
${types}
.a-negated{text-decoration:line-through;opacity:.65}.a-uncertain{border-bottom-style:dotted}.a-family{font-style:italic}
.a-historical{border-bottom-style:dashed}.a-hypothetical{border-bottom-style:double}
.card{border:1px solid #dde1e6;border-radius:6px;padding:8px 12px;margin-bottom:8px}
.bar{height:4px;background:#e7eaee;border-radius:2px}.bar i{display:block;height:4px;background:#0a6570;border-radius:2px}
.urgent{color:#b3261e;font-weight:600}.muted{color:#545c66;font-size:12px}.for b{color:#1a6b3c}.against b{color:#b3261e}.missing b{color:#545c66}
.legend mark{margin-right:8px}
@media screen and (max-width:800px){.record{grid-template-columns:1fr}}
@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt;print-color-adjust:exact}.record{display:block}
h2{border-top:0;padding-top:0;margin-top:0}h2,h3{break-after:avoid}.card{break-inside:avoid}.text{margin-bottom:16px}}
@page{size:A4;margin:22mm 16mm 18mm}`;
}

/** Renders outermost mentions as marks; nested ones appear in the title of their words. */
function highlighted(text: string, mentions: readonly Mention[]): string {
  let html = '';
  let at = 0;
  for (const mention of mentions.filter(({ depth }) => depth === 0)) {
    if (mention.start < at) continue;
    const nested = mentions.filter((m) => m.depth > 0 && m.start >= mention.start && m.end <= mention.end);
    const title = [mention, ...nested]
      .map((m) => `${m.name}（${TYPE_NAMES[m.type]}，${ASSERTION_NAMES[m.assertion]}）`)
      .join('；');
    html += escapeHtml(text.slice(at, mention.start));
    html += `<mark class="t-${mention.type} a-${mention.assertion}" title="${escapeHtml(title)}">${escapeHtml(text.slice(mention.start, mention.end))}</mark>`;
    at = mention.end;
  }
  return html + escapeHtml(text.slice(at));
}

function evidenceLine(label: string, kind: string, evidence: readonly Evidence[]): string {
  if (evidence.length === 0) return '';
  return `<div class="${kind}"><b>${label}</b> ${evidence.map((e) => escapeHtml(e.entity.name)).join('、')}</div>`;
}

function card(candidate: Candidate): string {
  const urgent = candidate.urgent ? ' <span class="urgent">勿漏诊</span>' : '';
  const documented =
    candidate.documented === undefined
      ? ''
      : ` <span class="muted">病历已提及（${ASSERTION_NAMES[candidate.documented]}）</span>`;
  const score = Math.round(candidate.score);
  return `<div class="card"><div><strong>${escapeHtml(candidate.entity.name)}</strong>${urgent}${documented} <span class="muted">评分 ${score}</span></div>
<div class="bar"><i style="width:${score}%"></i></div>
${evidenceLine('支持', 'for', candidate.for)}${evidenceLine('反对', 'against', candidate.against)}${evidenceLine('应有未见', 'missing', candidate.missing.slice(0, 5))}
${candidate.implausible === undefined ? '' : `<div class="muted">${escapeHtml(words(candidate.implausible, 'zh'))}</div>`}</div>`;
}

function acceptedCard({ diagnoses = [] }: ReportItem): string {
  if (diagnoses.length === 0) return '';
  const lines = diagnoses.map(({ name, actor, at, reason }) => {
    const who = [actor, at === undefined ? undefined : timeWords(at), reason].filter(Boolean).join('，');
    return `<div><strong>${escapeHtml(name)}</strong> <span class="muted">${escapeHtml(who)}</span></div>`;
  });
  return `<div class="card accepted"><b>医师采纳的诊断</b>${lines.join('')}</div>`;
}

export const FLAG_SIGNS: Readonly<Partial<Record<MeasuredValue['flag'], string>>> = {
  low: '↓',
  high: '↑',
  positive: '+',
};

/** Lists the abnormal results of the patient, critical ones first. */
function valueCard({ annotation: { values = [] } }: ReportItem): string {
  const abnormal = values
    .filter(({ flag, assertion }) => FLAG_SIGNS[flag] !== undefined && assertion === 'present')
    .toSorted((a, b) => Number(b.critical) - Number(a.critical));
  if (abnormal.length === 0) return '';
  const lines = abnormal.map(({ text, flag, critical, finding, time }) => {
    const mark = critical ? '<span class="urgent">危急值</span> ' : '';
    const about = [finding, time?.iso?.replace('T', ' ') ?? time?.text].filter(Boolean).join('，');
    return `<div>${mark}${escapeHtml(text)} ${FLAG_SIGNS[flag]} <span class="muted">${escapeHtml(about)}</span></div>`;
  });
  return `<div class="card values"><b>异常检验值</b>${lines.join('')}</div>`;
}

/** Writes text as a string of a style sheet: everything but letters and digits as escapes, so that nothing ends it. */
const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N}]/gu, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`;

/** Returns whose record it is: what a file told, else sex and age as the record states them. */
export function patientLine({ patient, annotation }: ReportItem): string {
  const { name = '', sex, birthDate, identifier }: Partial<PatientFacts> = patient ?? {};
  const read = annotation.patient;
  const parts = [
    name,
    sex === undefined ? read?.sex : SEXES[sex],
    birthDate === undefined ? undefined : `${birthDate} 出生`,
    birthDate === undefined && read?.ageYears !== undefined ? `${read.ageYears}岁` : undefined,
    identifier === undefined ? undefined : `病案号 ${identifier.value}`,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('　');
}

/** Returns the rules of a record's printed pages. */
function pageRules(item: ReportItem, number: number, made: Date): string {
  const { dated, title } = item;
  const date = dated === undefined || title.includes(dated.slice(0, 10)) ? '' : `　${timeWords(dated)}`;
  const box = (place: string, content: string) => `@${place}{content:${content};font-size:9pt;color:#545c66}`;
  return `@page r${number}{${box('top-left', cssString(patientLine(item)))}${box('top-right', cssString(`${title}${date}`))}
${box('bottom-left', cssString(`打印自 Meridian 经络报告 ${made.toISOString().slice(0, 10)}`))}${box('bottom-right', '"第 " counter(page) " 页，共 " counter(pages) " 页"')}}
@media print{.r${number}{page:r${number}}}`;
}

/** Returns one HTML page for all records. */
export function htmlReport(items: readonly ReportItem[], made: Date = new Date()): string {
  const legend = EntityType.options
    .map((type) => `<mark class="t-${type}">${TYPE_NAMES[type]}</mark>`)
    .join('');
  const sections = items.map((item, i) => {
    const { abstained, candidates } = item.diagnosis;
    const cards =
      abstained === undefined
        ? candidates.map(card).join('\n')
        : `<p>${escapeHtml(words(abstained, 'zh'))}</p>`;
    return `<section class="r${i + 1}"><h2>${escapeHtml(item.title)}</h2><div class="record"><div class="text">${highlighted(item.text, item.annotation.mentions)}</div><div>${acceptedCard(item)}${valueCard(item)}${cards}</div></div></section>`;
  });
  const header = `<header class="r1"><h1>Meridian 经络 · 病历标注与诊断建议</h1>
<p class="muted">${made.toISOString()} · ${items.length} 份病历 · 评分表示与知识图谱证据的吻合程度，不是概率；仅供参考，不能代替临床医师的判断。本文件未加密，含患者信息时请妥善保管。</p>
<p class="legend">${legend}<span class="muted">划线删除=否定 点线=可疑 虚线=既往 斜体=家族 双线=假设</span></p></header>`;
  return page('Meridian 经络 报告', items, made, [header, ...sections]);
}

/** Returns the records alone as HTML: text without marks, each on pages of its own. */
export function recordPages(items: readonly ReportItem[], made: Date = new Date()): string {
  const sections = items.map(
    (item, i) =>
      `<section class="r${i + 1}"><h2>${escapeHtml(item.title)}</h2><div class="text">${escapeHtml(item.text)}</div></section>`,
  );
  return page('Meridian 经络 病历', items, made, sections);
}

const page = (
  title: string,
  items: readonly ReportItem[],
  made: Date,
  content: readonly string[],
): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title><style>${styleSheet()}
section + section{break-before:page}
${items.map((item, i) => pageRules(item, i + 1, made)).join('\n')}</style></head><body>
${content.join('\n')}
</body></html>
`;
