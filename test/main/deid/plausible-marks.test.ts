/** Marks of the tagger that cannot be what they say, and those that can. */
import { expect, it } from 'vitest';
import { isPlausible } from '../../../main/deid/plausible-marks.ts';
import { readable } from '../../../main/deid/readable.ts';
import type { DeidField } from '../../../shared/domain/deid.ts';
import { isTerm } from '../../helpers/deid.ts';

const check = (field: DeidField, marked: string): boolean => {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  const folded = readable(marked.replace(/[[\]]/g, ''));
  return isPlausible({ folded, isTerm }, { start, end }, field);
};

it.each<[DeidField, string]>([
  ['date', '淋巴结（[2/23]）可见癌转移'],
  ['date', '硝普钠缓释片20mg，[2/日]口服'],
  ['date', '患者[1月]前体检发现'],
  ['date', '连[3日]）'],
  ['date', '享寿[八十一]，'],
  ['name', '母[七十八]，健在'],
  ['date', '肿物大小约[4.0]㎝×5.0㎝'],
  ['date', '腰[3-4]、4-5间盘膨出'],
  ['date', '痔核位于[3]、5、7、9点'],
  ['date', '中性粒细胞[13.28]×10^9/L'],
  ['date', '00:01:09,[400] --> 00:01:12'],
  ['date', '周径 30/[28/26]，'],
  ['date', '腹泻[五日]，'],
  ['date', '到场[三十五]位家长'],
  ['date', 'Na+ [11.9]　报'],
  ['age', '押金2,[600]元'],
  ['bed-number', '段志远[300]　匿名'],
  ['bed-number', '汇报[3\n0]0:01:02'],
  ['name', '现金[二百五]，'],
  ['contact', '\n[注]：随诊'],
  ['bed-number', '[L5]-S1椎间盘突出'],
  ['bed-number', '由[120]接来我院'],
  ['bed-number', 'TI-RADS [4a]'],
  ['institution', '建议到[正规大型三甲医院]就诊'],
  ['name', '。4.[查体]：发育正常'],
  ['doctor', '予[Rizatriptan]10 mg'],
  ['other-number', '单价[110.00]元'],
  ['phone', '急呼[120]来院'],
])('%s: %s is none', (field, marked) => expect(check(field, marked)).toBe(false));

it.each<[DeidField, string]>([
  ['date', '换药[4/15]下午'],
  ['date', '[3月前]到县医院做心超'],
  ['date', '嘱[9日]前入院'],
  ['date', '[廿八]：签字'],
  ['date', '三月[二十八]来诊'],
  ['date', '[元旦]曾滑一次'],
  ['date', 'RTC [Jan 9]. If'],
  ['date', 'V2.0，[3-17] 重签'],
  ['bed-number', '转[ICU 7]，接班'],
  ['bed-number', '床 [6-14]'],
  ['bed-number', '\n[02]　谢尔盖'],
  ['institution', '转[岭东二院]ICU'],
  ['name', '[晴天]来诊'],
  ['doctor', 'by [Lindqvist] in'],
  ['other-number', '条码[KX0931]：'],
])('%s: %s may be one', (field, marked) => expect(check(field, marked)).toBe(true));
