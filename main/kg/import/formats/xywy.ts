/** One disease per JSON line, as in QASystemOnMedicalKG (crawled from xywy.com). Skips foods and prices. */
import { z } from 'zod';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import type { Line } from '../../../reading/lines.ts';
import { checkName, type Intake, REASON } from '../intake.ts';
import { linePass, type OpenFormat } from '../pass.ts';
import { CONDITIONS, MANIFESTATIONS } from '../relations.ts';

const Disease = z.looseObject({ name: z.string() });
type Disease = z.infer<typeof Disease>;

interface ListField {
  readonly field: string;
  readonly relation: string;
  readonly type: EntityType;
  readonly also: readonly EntityType[];
}

const LISTS: readonly ListField[] = [
  { field: 'symptom', relation: 'HasSymptom', type: 'symptom', also: MANIFESTATIONS },
  { field: 'check', relation: 'NeedsExam', type: 'exam', also: [] },
  { field: 'common_drug', relation: 'TreatedByDrug', type: 'drug', also: [] },
  { field: 'recommand_drug', relation: 'TreatedByDrug', type: 'drug', also: [] },
  { field: 'drug_detail', relation: 'TreatedByDrug', type: 'drug', also: [] },
  { field: 'cure_way', relation: 'TreatedBy', type: 'treatment', also: [] },
  { field: 'cure_department', relation: 'InDepartment', type: 'department', also: [] },
  { field: 'acompany', relation: 'HasComplication', type: 'disease', also: CONDITIONS },
];

/** Fields kept as facts. `cause` is prose, so it names no entity. */
const FACTS = {
  desc: 'description',
  cause: 'cause',
  prevent: 'prevention',
  category: 'category',
  easy_get: 'population',
  get_way: 'transmission',
  get_prob: 'prevalence',
  cure_lasttime: 'duration',
  cured_prob: 'cureRate',
} as const;

export const openXywy: OpenFormat = (heads, intake) =>
  heads.map((head) => linePass(head.file, intake, { counted: true }, (line) => addLine(line, intake)));

function addLine(line: Line, intake: Intake): void {
  const json = parseJson(line.text);
  if (json === undefined) {
    intake.refuse(line, REASON.malformedJson);
    return;
  }
  const disease = Disease.safeParse(json);
  if (!disease.success) {
    intake.refuse(line, REASON.noName);
    return;
  }
  const name = intake.name(disease.data.name, line);
  if (name !== undefined) addDisease(line, intake.listed(name, 'disease').id, disease.data, intake);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addDisease(line: Line, id: number, disease: Disease, intake: Intake): void {
  for (const { field, relation, type, also } of LISTS) {
    for (const [rank, item] of texts(line, disease, field, intake).entries()) {
      const place = { number: line.number, text: `${field}: ${item}` };
      const checked = checkName(field === 'drug_detail' ? genericName(item) : item);
      if ('problem' in checked) {
        if (checked.problem !== REASON.emptyName) intake.refuse(place, checked.problem);
        continue;
      }
      intake.report.relation(field);
      intake.edge(place, id, relation, intake.resolve(checked.name, type, also).id, rank);
    }
  }
  for (const [field, key] of Object.entries(FACTS)) {
    // All records belong to the same encyclopaedia; the later parts distinguish them.
    const parts = texts(line, disease, field, intake).filter((part) => part !== '疾病百科');
    intake.fact(id, key, parts.join(' / '));
  }
}

/** Returns a field's texts: the items of a list, or the text itself. */
function texts(line: Line, disease: Disease, field: string, intake: Intake): string[] {
  const value = disease[field];
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  intake.refuse({ number: line.number, text: `${field}: ${JSON.stringify(value)}` }, REASON.wrongField);
  return [];
}

/** Returns the generic name in `maker and brand(generic name)`. */
const genericName = (detail: string): string => /[(（]([^()（）]+)[)）]\s*$/.exec(detail)?.[1] ?? detail;
