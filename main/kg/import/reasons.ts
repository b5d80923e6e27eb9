import { LINE_PROBLEM } from '../../reading/lines.ts';
import { TABLE_PROBLEM } from '../../reading/table.ts';

/** Reasons for refusals, as shown in the report. */
export const REASON = {
  ...LINE_PROBLEM,
  ...TABLE_PROBLEM,
  columnCount: 'wrong number of columns (列数不符)',
  emptyName: 'empty name (名称为空)',
  longName: 'name too long, over 200 characters (名称过长)',
  controlCharacter: 'control character in name (名称含控制字符)',
  brokenCharacter: 'broken character in name (名称含乱码)',
  emptyRelation: 'empty relation (关系为空)',
  selfReference: 'head and tail are the same (首尾实体相同)',
  unknownType: 'unknown entity type (未知实体类型)',
  truncated: 'truncated',
  notCode: 'not an ICD-10 code (不是 ICD-10 编码)',
  notNumber: 'frequency is not a number (词频不是数字)',
  malformedJson: 'malformed JSON (JSON 有误)',
  noName: 'no name field (缺少 name 字段)',
  wrongField: 'field is neither text nor a list of texts (字段类型不符)',
  malformedTriple: 'malformed N-Triples line (N-Triples 行有误)',
  unnamedNode: 'node without a name (节点没有名称)',
  suppressed: 'suppressed in UMLS (UMLS 已停用)',
  otherLanguage: 'neither English nor Chinese (既非英文也非中文)',
  notConcept: 'not a concept identifier (不是 CUI)',
  unknownConcept: 'unknown concept (概念未导入)',
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];
