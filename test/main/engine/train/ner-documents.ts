/** Labelled documents made from templates: a tagger learns them within seconds. */
import type { LabelledDocument } from '../../../../shared/domain/training.ts';

const SYMPTOMS = ['咳嗽', '发热', '胸痛', '头晕', '腹泻', '气促'];
const DRUGS = ['阿司匹林', '布洛芬', '胰岛素', '头孢'];
const TEMPLATES = [
  '患者{s}三天，服用{d}后缓解。',
  '无{s}，有{s}，未用{d}',
  '近日{s}加重',
  '予{d}及{d}治疗，{s}好转，继续观察，定期复查，注意休息。',
];

/** `count` documents; the same for the same arguments. */
export function nerDocuments(count: number, from = 0): LabelledDocument[] {
  return Array.from({ length: count }, (_, i) => fill(from + i));
}

function fill(number: number): LabelledDocument {
  const entities: LabelledDocument['entities'] = [];
  let text = '';
  let pick = number;
  for (const part of TEMPLATES[number % TEMPLATES.length]!.split(/(\{[sd]\})/)) {
    if (part !== '{s}' && part !== '{d}') {
      text += part;
      continue;
    }
    const words = part === '{s}' ? SYMPTOMS : DRUGS;
    pick = (pick * 7 + 3) % 1009;
    const word = words[pick % words.length]!;
    entities.push({
      start: text.length,
      end: text.length + word.length,
      type: part === '{s}' ? '症状' : '药物',
    });
    text += word;
  }
  return { id: String(number), text, entities };
}
