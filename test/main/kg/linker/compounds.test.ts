/** Names made of a part of the body and a noun, sides of longer names, and adjectives of conditions. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildLinker, type Linker } from '../../../../main/kg/linker/linker.ts';
import { loadRules } from '../../../../main/text/rules.ts';
import type { EntityType, LexiconName } from '../../../../shared/domain/graph.ts';

const NAMES: readonly (readonly [EntityType, ...string[]])[] = [
  ['anatomy', '视网膜'],
  ['anatomy', '动脉'],
  ['anatomy', '左心室'],
  ['anatomy', '心脏'],
  ['anatomy', '颈动脉', '颈内动脉'],
  ['anatomy', '左肾'],
  ['anatomy', '肾上腺'],
  ['anatomy', '输尿管'],
  ['anatomy', '脑室', '侧脑室'],
  ['finding', '颈动脉狭窄'],
  ['disease', '外伤'],
  ['disease', '蛛网膜下腔出血'],
  ['disease', '糖尿病'],
  ['disease', '糖尿病肾病', '糖尿病性肾病'],
  ['symptom', '疼痛'],
  ['sign', '结膜苍白'],
  ['symptom', '食欲减退'],
  ['sign', '甲状腺肿大'],
  ['anatomy', '甲状腺'],
  ['anatomy', '胸腔'],
  ['anatomy', '右下肺'],
  ['anatomy', '膀胱'],
  ['disease', '肺炎', '肺炎症'],
  ['finding', '尿酮体阳性', '尿酮体+'],
  ['symptom', '无汗'],
  ['anatomy', '十二指肠'],
  ['disease', '肠梗阻'],
  ['disease', '风湿性关节炎', '风湿'],
  ['cause', '腺病毒'],
  ['exam', '血小板'],
  ['anatomy', '下肢'],
  ['anatomy', '血管'],
  ['exam', '超声', 'B超'],
  ['exam', '下肢血管超声'],
  ['anatomy', '膝前'],
  ['anatomy', '前交叉韧带'],
  ['disease', '前交叉韧带断裂'],
  ['disease', '溃疡'],
  ['disease', '腺癌', '性腺癌'],
  ['symptom', '口腔疼痛', '口痛'],
  ['exam', 'IgM'],
  ['disease', '烧伤'],
  ['sign', '声带息肉'],
  ['anatomy', '声带', '喉头'],
  ['symptom', '水肿'],
  ['treatment', '腹膜透析', '透析'],
  ['treatment', '输液'],
  ['exam', '白细胞', 'WBC'],
  ['exam', 'CT'],
  ['disease', '慢性阻塞性肺疾病', 'COPD'],
];

describe('names made of a part of the body and a noun', () => {
  let linker: Linker;
  beforeAll(() => {
    const names = NAMES.flatMap(([type, ...all], i) =>
      all.map(
        (name, at): LexiconName => ({
          name,
          entityId: i + 1,
          type,
          preferredName: all[0]!,
          preferred: at === 0,
          weight: 1,
        }),
      ),
    );
    linker = buildLinker(names, loadRules());
  });

  const outer = (text: string): string[] =>
    linker
      .annotate(text)
      .mentions.filter(({ depth }) => depth === 0)
      .map(({ text: words, type, name }) => `${words}:${type}${name === words ? '' : `=${name}`}`);

  it.each([
    ['眼底见视网膜动脉痉挛。', ['视网膜动脉痉挛:disease']],
    ['未见左心室血栓。', ['左心室血栓:disease']],
    ['左侧颈内动脉狭窄。', ['颈内动脉狭窄:finding=颈动脉狭窄']],
    ['择期行输尿管软镜钬激光碎石术。', ['输尿管软镜钬激光碎石术:treatment']],
    ['转心脏专科门诊。', []],
    ['左心室壁运动正常。', ['左心室:anatomy']],
    ['输尿管通畅。', ['输尿管:anatomy']],
    ['胸腔少量积液。', ['胸腔少量积液:finding']],
    ['右下肺少许炎症。', ['右下肺少许炎症:disease']],
    ['拟行膀胱灌注。', ['膀胱灌注:treatment']],
    ['膀胱冲洗管通畅。', ['膀胱:anatomy']],
    ['腹片示十二指肠梗阻。', ['十二指肠梗阻:disease=肠梗阻']],
    ['查风湿三项。', ['风湿三项:exam']],
    ['腺病毒IgM抗体阴性。', ['腺病毒IgM抗体:exam']],
    ['血小板数120。', ['血小板数:exam=血小板']],
    ['患风湿多年。', ['风湿:disease=风湿性关节炎']],
    ['右膝前交叉韧带断裂。', ['前交叉韧带断裂:disease']],
    ['下肢血管B超未见异常。', ['下肢血管B超:exam=下肢血管超声']],
    ['考虑应激性溃疡。', ['应激性溃疡:disease=溃疡']],
    ['系强碱烧伤，可排除热液烧伤。', ['强碱烧伤:disease=烧伤', '热液烧伤:disease=烧伤']],
    ['五年前行声带息肉摘除术。', ['声带息肉摘除术:treatment']],
    ['声带息肉术后。', ['声带息肉:sign']],
    ['喉头水肿消退，膀胱水肿。', ['喉头水肿:finding', '膀胱水肿:symptom']],
    ['透析袋已更换，透析仪报警，今日透析。', ['透析:treatment=腹膜透析']],
    ['准备输液器械。', ['输液:treatment']],
    ['尿WBC 20/HP，复查WBC。', ['尿WBC:exam', 'WBC:exam=白细胞']],
    ['小便后行CT。', ['CT:exam']],
    ['白细胞筛查正常，肺炎检测。', ['白细胞筛查:exam=白细胞', '肺炎检测:exam']],
    ['腺病毒IgM阴性，糖尿病 Ab neg。', ['腺病毒IgM:exam', '糖尿病 Ab:exam']],
    ['转移性腺癌，刀口痛。', ['转移性腺癌:disease=腺癌']],
    ['COPD-GOLD 3级，COPD急性加重。', ['COPD:disease=慢性阻塞性肺疾病']],
  ])('%s', (text, expected) => {
    expect(outer(text)).toEqual(expected);
  });

  it('keep their parts inside, and deny none of them', () => {
    const { mentions } = linker.annotate('未见视网膜动脉痉挛。');
    expect(mentions.map(({ text, depth, assertion }) => [text, depth, assertion])).toEqual([
      ['视网膜动脉痉挛', 0, 'negated'],
      ['视网膜', 1, 'present'],
      ['动脉', 1, 'present'],
    ]);
  });

  it('deny no broader condition', () => {
    const { mentions } = linker.annotate('无糖尿病肾病。患糖尿病肾病。');
    expect(mentions.map(({ text, assertion }) => `${text} ${assertion}`)).toEqual([
      '糖尿病肾病 negated',
      '糖尿病肾病 present',
      '糖尿病 present',
    ]);
  });

  it('leave a side out that a longer name does not have', () => {
    expect(outer('左肾上腺增粗')).toEqual(['肾上腺增粗:finding']);
    expect(outer('双侧脑室扩张')).toEqual(['脑室扩张:finding']);
  });

  it('have words of degree inside, but no negation before them', () => {
    expect(outer('结膜稍苍白，食欲明显减退，甲状腺Ⅱ度肿大')).toEqual([
      '结膜稍苍白:sign=结膜苍白',
      '食欲明显减退:symptom=食欲减退',
      '甲状腺Ⅱ度肿大:sign=甲状腺肿大',
    ]);
    expect(outer('无明显汗出')).toEqual([]);
  });

  it('have all their plus signs', () => {
    expect(outer('尿酮体+++，尿酮体+')).toEqual([
      '尿酮体+++:finding=尿酮体阳性',
      '尿酮体+:finding=尿酮体阳性',
    ]);
  });

  it('have their adjectives, which are no conditions of their own', () => {
    expect(outer('外伤性蛛网膜下腔出血')).toEqual(['外伤性蛛网膜下腔出血:disease=蛛网膜下腔出血']);
    expect(outer('疼痛性质不变')).toEqual(['疼痛:symptom']);
    expect(outer('糖尿病性肾病')).toEqual(['糖尿病性肾病:disease=糖尿病肾病']);
  });
});
