/** The strict search: more than the ordinary one, never less, and nothing of the graph cut. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPossible } from '../../../shared/domain/deid.ts';
import { detector, isTerm, labelledSamples } from '../../helpers/deid.ts';

const strictly = (text: string) => detector.detect(text, { isTerm, level: 'strict' });
const possible = (text: string): string[] =>
  strictly(text).flatMap((finding) =>
    isPossible(finding) ? [`${finding.field} ${text.slice(finding.start, finding.end)}`] : [],
  );

describe('one person under several names in a record', () => {
  it.each([
    ['姓名：王建国\n老王诉头痛，建国夜间未眠，王 建国已签字，王某否认', ['老王', '建国', '王 建国', '王某']],
    ['主治医师：高洁\n请高主任看过，高医师：同意', ['高', '高']],
    ['患者阿依古丽·买买提，女，31岁。阿依古丽今日出院', ['阿依古丽']],
    ['麻醉师：Kenji Tanaka。Tanaka 今日查房', ['Kenji Tanaka', 'Tanaka']],
    ['会诊专家：谢洋\n谢：同意手术', ['谢']],
    ['家属：葛红\n疼痛时红姐守着，葛阿姨说好转。', ['红', '葛']],
    ['患者佟瑶，女，19岁。瑶瑶要求回家', ['瑶瑶']],
    ['母亲：扎西拉姆\n拉姆问能否再孕', ['拉姆']],
    ['麻醉师：Ouyang Lin。Lin Ouyang 与 L. Ouyang 均签字', ['Lin Ouyang', 'L. Ouyang']],
  ])('%s', (text, expected) => {
    const found = strictly(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(expect.arrayContaining(expected));
  });
});

it('keeps the ends of a place that a surer reading lacks', () => {
  const text = '现住址：无。家庭地址白杨镇马家村141号书香门第6-3-2607，独居';
  expect(strictly(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '白杨镇马家村141号书香门第6-3-2607',
  ]);
});

it('takes numbers, years and addresses whole', () => {
  const text = '住和平路12号后院，独居。片号K2207/3~5。民国廿三年生，2022年8月底复发';
  expect(
    strictly(text)
      .map(({ start, end }) => text.slice(start, end))
      .join(' '),
  ).toBe('和平路12号 后院 K2207/3~5 民国廿三年 2022年8月底');
});

describe('what it adds', () => {
  it.each([
    ['值班护士  茆晓雯  22:00巡视', ['doctor 茆晓雯']],
    ['标本：胃窦  送检：裘大川  报告：汪苇航/复核 卓君', ['doctor 裘大川', 'doctor 汪苇航', 'doctor 卓君']],
    ['患 者：莘 瑶', ['name 莘 瑶']],
    ['住隔壁，夫练武，盼复', ['contact 练武']],
    ['我是陈阿姨的女儿晓彤，', ['doctor 陈', 'contact 晓彤']],
    ['患者达瓦次仁，其舅多吉在场', ['name 达瓦次仁', 'name 多吉']],
    ['今日精神科张一鸣会诊', ['name 张一鸣']],
    ['联系: 沈(女儿) 6688123', ['contact 沈', 'phone 6688123']],
    ['Dr.余: 建议复查', ['doctor 余']],
    ['病理 B24-01173，胶片', ['other-number B24-01173']],
    ['回访 0712-22 3344', ['phone 0712-22 3344']],
    ['3-12 复查；10.25手术；11/3拆线。', ['date 10.25', 'date 11/3']],
    [
      '十二月来过，8月中旬、清明节前后、去年秋天加重',
      ['date 十二月', 'date 8月中旬', 'date 清明节前后', 'date 去年秋天'],
    ],
    ['现随女儿住西郊钢厂三区11-2-301。', ['address 西郊钢厂三区11-2-301']],
    ['患者系青禾二中教师，爱人在县供电所工作', ['workplace 青禾二中', 'workplace 县供电所']],
    ['2024.6.20入院，6.22手术，术后6.25换药', ['date 6.22', 'date 6.25']],
    ['收到：03-06　报告：3/9', ['date 03-06', 'date 3/9']],
    ['案号〔2019〕临鉴字第807号', ['other-number 〔2019〕临鉴字第807号']],
    [
      '委托（（2021）鄂0106民初1807号），岚山司鉴[2021]临鉴字第32号',
      ['other-number （2021）鄂0106民初1807号', 'other-number 岚山司鉴[2021]临鉴字第32号'],
    ],
    ['4大队12号　证件K73****(2)', ['other-number 4大队12号', 'id-number K73****(2)']],
    ['卡介苗接种证4403-0521-118，在左臂', ['phone 4403-0521-118']],
    ['早，27褚老四夜里发热', ['bed-number 27', 'name 褚老四']],
    ['6、9、14床换药，加2　空床', ['bed-number 6', 'bed-number 9', 'bed-number 加2']],
    ['已报邵院。瞿主：同意', ['doctor 邵', 'doctor 瞿']],
    ['请社工樊会计、卜网格员到场', ['doctor 樊', 'doctor 卜']],
    ['家里要转岚山肿瘤，县疾控来采样', ['institution 岚山肿瘤', 'institution 县疾控']],
    ['在泓源水务上班，女儿在附中读书', ['workplace 泓源水务', 'workplace 附中']],
    ['现场地址：柳湾加油站往北三百米', ['address 柳湾加油站往北三百米']],
    ['前岗周家崖来人', ['address 前岗周家崖']],
    ['十七住的，25出院，复查改27', ['date 十七', 'date 25', 'date 27']],
    ['15 08:40 上机', ['date 15']],
    ['甲子桂月初三诊', ['date 甲子桂月初三']],
    ['手续受桂云帆委托办理', ['name 桂云帆']],
    ['门卫老邬开门，单子交检验科小阚', ['name 老邬', 'name 小阚']],
    ['民兵邬连长带队，绍兴消防到场', ['doctor 邬', 'institution 绍兴消防']],
    ['举家迁宜春，', ['address 宜春']],
    ['转到省医附一，区十二中退休', ['institution 省医附一', 'workplace 区十二中']],
    ['“裴姐嗓门大”', ['doctor 裴']],
    ['3 6.1 甲来\n4 6.1 乙来\n5 6.3 丙来', ['date 6.1', 'date 6.1', 'date 6.3']],
  ])('%s', (text, expected) => {
    expect(possible(text)).toEqual(expected);
  });

  it.each([
    '出生体重2380g，血糖5.6，钾4.1，尿量1500ml',
    '6.20入院，查血糖5.6，白细胞 9.8，肌力4/5级，PH 7.3',
    '血小板计数 123456，WBC 3500-9500/ul，总胆固醇 5.2mmol/L',
    '责任医师、主管医师查房，全科医生随访，主任医师同意',
    '高血压病史10余年，任何食物均无过敏，安静休息',
    '术后3日，病程2月余，3日后复查，每日2-3次，肌力3/5级',
    '双肺呼吸音清，心前区无隆起，肝区无叩痛',
    '遵医嘱予阿莫西林、阿米卡星、布洛芬',
    '输悬浮红细胞2单元，术中出血300ml',
    '转移性肿瘤，谢谢医生，宝宝已退热',
    '附图3张图片，2包药，车完毕，干体重58.5',
    '护士站白板上写着，组长们都在，胶片2张',
    '年龄五十二，三十年前手术史，第20手术间，共12次透析',
  ])('nothing in %s', (text) => {
    expect(possible(text)).toEqual([]);
  });
});

const LABELLED = ['samples.jsonl', 'held-out.jsonl', 'unseen-open.jsonl'].flatMap((file) =>
  labelledSamples(file),
);

it('keeps every finding of the ordinary search', () => {
  for (const { text } of LABELLED)
    expect(strictly(text).filter((finding) => !isPossible(finding))).toEqual(
      detector.detect(text, { isTerm }),
    );
});

it('leaves masks alone', () => {
  const masked = '姓名：【姓名】 住院号：【住院号】 【日期】【医师】主任查房，联系人：【联系人】【电话】';
  expect(strictly(masked)).toEqual([]);
});

const FRAGMENTS = [
  ...[
    '张一鸣',
    '欧阳',
    '达瓦次仁',
    '阿木',
    '冼',
    '黄连',
    '白芷',
    '金黄色葡萄球菌',
    '高血压',
    '2型糖尿病',
    '急性心肌梗死',
  ],
  ...[
    '医师',
    '护士：',
    '其子',
    '由',
    '诉',
    '家住',
    '在',
    '镇',
    '小区',
    '3号楼',
    '二中',
    '公司',
    '医院',
    '工作',
    '某',
  ],
  ...[
    '10.20',
    '3月5日',
    '初五',
    '12日',
    '入院',
    '154',
    ' 0000',
    '00123',
    'CT-99',
    'mg',
    '１２３４５',
    '姓名：',
    '𠮷',
    '😀',
  ],
  ...['，', '。', '\n', ' ', '（', '）', '【姓名】', '/', '·', '、', '：'],
];

it('whatever the text: findings lie in it, apart, beside the ordinary ones, and cut no name of the graph', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 16 }), (parts) => {
      const text = parts.join('');
      const found = strictly(text);
      expect(found.filter((finding) => !isPossible(finding))).toEqual(detector.detect(text, { isTerm }));
      for (const [i, { start, end }] of found.entries()) {
        expect(start).toBeGreaterThanOrEqual(found[i - 1]?.end ?? 0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(text.slice(start, end).isWellFormed()).toBe(true);
      }
      const terms = termsIn(text);
      for (const { start, end } of found.filter(isPossible))
        expect(terms.filter((term) => cuts(term, start) || cuts(term, end))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['possible', 0.3],
  ['sure', 0.8],
])(
  'more findings than a call takes arguments are all %s',
  (_, confidence) => {
    const count = 150_000;
    const model = Array.from({ length: count }, (__, i) => ({
      start: 3 * i,
      end: 3 * i + 2,
      type: 'name',
      confidence,
    }));
    expect(detector.detect('赵甲 '.repeat(count), { isTerm, level: 'strict', model })).toHaveLength(count);
  },
  120_000,
);

interface Place {
  readonly start: number;
  readonly end: number;
}

const cuts = ({ start, end }: Place, at: number): boolean => start < at && at < end;

/** Every name of the graph in the text, by looking each piece up. */
function termsIn(text: string): Place[] {
  const found: Place[] = [];
  for (let start = 0; start < text.length; start++)
    for (let end = start + 2; end <= Math.min(text.length, start + 20); end++) {
      const words = text.slice(start, end);
      if (!/[\s，。；：、（）]/.test(words) && isTerm(words)) found.push({ start, end });
    }
  return found;
}
