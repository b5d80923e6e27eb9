/** Parts of long names, among them the examples of the paper. */
import { describe, expect, it } from 'vitest';
import { nameSplitter } from '../../../main/text/entity-parts.ts';
import { loadSegmenter } from '../../../main/text/segmentation.ts';

const short = ['贫血', '肺炎', '胃炎', '再障'].map((word) => ({ word }));
const split = nameSplitter(loadSegmenter({ userWords: short }));

function parts(name: string): string {
  const borders = [0, ...split(name), name.length];
  return borders
    .slice(1)
    .map((end, i) => name.slice(borders[i], end))
    .join('|');
}

describe('nameSplitter', () => {
  it.each([
    ['再生障碍性贫血', '再生|障碍性|贫血'],
    ['新型冠状病毒肺炎', '新型|冠状病毒|肺炎'],
    ['慢性阻塞性肺疾病', '慢性|阻塞性|肺疾病'],
    ['冠状动脉粥样硬化性心脏病', '冠状动脉|粥样|硬化性|心脏病'],
    ['2型糖尿病', '2型|糖尿病'],
    ['胸部平片', '胸部|平片'],
  ])('%s is %s', (name, expected) => {
    expect(parts(name)).toBe(expected);
  });

  it('leaves short names, names of one word and names with signs whole', () => {
    for (const name of ['肺炎', '高血压', '硝苯地平', '肝（右叶）囊肿', '']) expect(split(name)).toEqual([]);
  });

  it('has parts of two characters at least, which make up the name', () => {
    for (const name of [
      '急性ST段抬高型心肌梗死',
      '左心室射血分数',
      '二甲双胍',
      '人乳头瘤病毒感染',
      '血管紧张素Ⅱ',
    ]) {
      const borders = [0, ...split(name), name.length];
      for (const [i, border] of borders.entries())
        if (i > 0) expect(border - borders[i - 1]!, parts(name)).toBeGreaterThan(1);
    }
  });
});
