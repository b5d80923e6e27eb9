/**
 * One name a line, or a name and its frequency. The file name gives the type (…disease…, …症状…), `other` by default.
 * Names already in the graph keep their type.
 */
import type { EntityType } from '../../../../shared/domain/graph.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { Line } from '../../../reading/lines.ts';
import { type Intake, REASON } from '../intake.ts';
import { columnsOf, linePass, type OpenFormat, wrongColumns } from '../pass.ts';
import { ANY_TYPE, MANIFESTATIONS } from '../relations.ts';

const FILE_WORDS: readonly (readonly [RegExp, EntityType])[] = [
  [/disease|diagnos|疾病|诊断/, 'disease'],
  [/symptom|症状/, 'symptom'],
  [/sign|体征/, 'sign'],
  [/finding|检查结果/, 'finding'],
  [/check|exam|检查|检验/, 'exam'],
  [/drug|medicine|药物|药品/, 'drug'],
  [/treatment|therapy|surgery|operation|治疗|手术/, 'treatment'],
  [/department|科室/, 'department'],
  [/anatomy|body|部位/, 'anatomy'],
  [/cause|microbe|病因|微生物/, 'cause'],
];

export function typeOfFile(name: string): EntityType {
  const lower = name.toLowerCase();
  return FILE_WORDS.find(([pattern]) => pattern.test(lower))?.[1] ?? 'other';
}

export const openWordlist: OpenFormat = (heads, intake) =>
  heads.map((head) => {
    if (columnsOf(head.lines[0] ?? '', '\t').length > 2)
      throw wrongColumns(head, message('graph.columns-words'));
    const type = typeOfFile(head.file.name);
    const also = alternatives(type);
    return linePass(head.file, intake, { counted: true }, (line) => addWord(line, type, also, intake));
  });

function alternatives(type: EntityType): readonly EntityType[] {
  if (type === 'other') return ANY_TYPE;
  return MANIFESTATIONS.includes(type) ? MANIFESTATIONS : [];
}

function addWord(line: Line, type: EntityType, also: readonly EntityType[], intake: Intake): void {
  const [raw = '', frequency, ...more] = line.text.split('\t');
  if (more.length > 0) {
    intake.refuse(line, REASON.columnCount);
  } else if (frequency !== undefined && !/^\s*\d+\s*$/.test(frequency)) {
    intake.refuse(line, REASON.notNumber);
  } else {
    const name = intake.name(raw, line);
    if (name === undefined) return;
    const { id } = intake.listed(name, type, also);
    if (frequency !== undefined) intake.fact(id, 'documentFrequency', frequency);
  }
}
