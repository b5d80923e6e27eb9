/** Short records from templates with their diagnoses, and a small predictor trained on them in the app. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { appRoot } from '../../main/resources.ts';
import type { ClassifiedDocument } from '../../shared/domain/classification.ts';
import { ask } from './screen.ts';
import { importSet, runReaches } from './train-in-app.ts';

/** Labels as sets from elsewhere have them: names, a code, and one that is no disease. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  急性心肌梗死: [
    '突发胸骨后压榨样疼痛',
    '向左肩及左前臂放射',
    '伴大汗',
    '胸痛无缓解',
    '心电图示ST段抬高',
    '肌钙蛋白升高',
  ],
  'J18.900 肺部感染': ['咳黄脓痰', '寒战高热', '右下肺可闻及湿啰音', '胸片示右下肺斑片影', '咳嗽伴气促'],
  急性阑尾炎: ['转移性右下腹痛', '麦氏点压痛', '伴反跳痛', '腹痛由脐周移至右下腹', '肌紧张'],
  脑梗死: ['右侧肢体无力', '言语不清', '口角歪斜', '头颅CT示低密度灶', '左侧肌力3级'],
  高血压病: ['高血压病史10年', '最高180/100mmHg', '血压控制不详', '不规则服用氨氯地平'],
  需进一步检查: ['原因待查', '性质待定', '建议复查'],
};
const NAMES = Object.keys(SIGNS);
/** Clauses of the sample records that name no complaint. */
const FILLERS = sampleFillers();

function sampleFillers(): string[] {
  const folder = join(appRoot, 'resources', 'samples');
  const lines = readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines
    .filter((line) => /^(个人史|婚育史|家族史|体格检查|诊疗计划)：/.test(line))
    .flatMap((line) => line.slice(line.indexOf('：') + 1).split(/[，。；]/))
    .filter((clause) => clause.length >= 3 && clause.length <= 25);
}

/** Knows its characters, names no sign of anything. */
export const DULL_RECORD = '主诉：来诊。现病史：神志清楚，查体合作。既往史：否认外伤、输血史。';

function diagnosisDocuments(count: number, seed: number): ClassifiedDocument[] {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const some = (words: readonly string[], n: number): string[] =>
    Array.from({ length: n }, () => words[below(words.length)]!);
  return Array.from({ length: count }, (_, i) => {
    const first = below(NAMES.length);
    const numbers = below(3) === 0 ? [...new Set([first, below(NAMES.length)])] : [first];
    const signs = numbers.flatMap((number) => some(SIGNS[NAMES[number]!]!, 1 + below(3)));
    const [chief, ...rest] = signs;
    const parts = [...rest, ...some(FILLERS, 4 + below(8))].sort(() => below(3) - 1);
    // Now and then somebody has coded something else.
    const labels = below(25) === 0 ? [below(NAMES.length)] : numbers;
    return {
      id: `${seed}-${i}`,
      text: `入院记录\n主诉：${chief}。\n现病史：${parts.join('，')}。\n既往史：${some(FILLERS, 2).join('，')}。`,
      labels: labels.map((number) => NAMES[number]!),
    };
  });
}

/** Returns the model's id. */
export async function trainPredictor(page: Page, name: string): Promise<number> {
  const train = await importSet(page, `${name}-train`, diagnosisDocuments(500, 1), 'diagnose');
  const dev = await importSet(page, `${name}-dev`, diagnosisDocuments(150, 2), 'diagnose');
  const settings = {
    task: 'diagnose',
    network: 'cnn',
    filters: 32,
    embeddingSize: 32,
    length: 512,
    batchSize: 16,
    epochs: 10,
    learningRate: 5e-3,
    abstainPrecision: 0.95,
  } as const;
  const { id } = await ask(page, 'runs.start', { name, settings, train, dev });
  await runReaches(page, id, 'finished');
  return (await ask(page, 'runs.get', { id })).modelId!;
}
