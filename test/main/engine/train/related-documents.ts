/** Documents with relations from templates: the words between tell the relation of a disease and the nearer drug. */
import type { RelatedDocument } from '../../../../shared/domain/training.ts';

const DISEASES = ['肺炎', '胃炎', '骨折'];
const DRUGS = ['头孢', '奥美拉唑', '布洛芬'];

/** Documents in which the words between a drug and a disease say that it treats or worsens it; a third drug does neither. */
export function relatedDocuments(count: number, first = 0): RelatedDocument[] {
  return Array.from({ length: count }, (_, i) => {
    const n = first + i;
    const pick = (list: readonly string[], k: number) => list[(n + k) % list.length]!;
    const parts = [
      pick(DISEASES, 0),
      n % 2 === 0 ? '患者予' : '患者忌用',
      pick(DRUGS, n % 3),
      `${n}天；曾服`,
      pick(DRUGS, (n % 3) + 1),
      '。',
    ];
    const starts = parts.map((_, part) => parts.slice(0, part).join('').length);
    const entity = (part: number, type: string) => ({
      start: starts[part]!,
      end: starts[part]! + parts[part]!.length,
      type,
    });
    return {
      id: String(n),
      text: parts.join(''),
      entities: [entity(0, '疾病'), entity(2, '药物'), entity(4, '药物')],
      relations: [{ from: 0, to: 1, type: n % 2 === 0 ? '药物治疗' : '禁忌' }],
    };
  });
}
