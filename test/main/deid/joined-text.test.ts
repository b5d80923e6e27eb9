/** Forms with blanks between all characters, and names that need no surname. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinText, linesJoined, originalSpan } from '../../../main/deid/joined-text.ts';
import { detector, isTerm } from '../../helpers/deid.ts';

const found = (text: string) =>
  detector.detect(text, { isTerm }).map(({ start, end, field }) => `${field} ${text.slice(start, end)}`);
const stretch = (text: string) => Array.from(text).join(' ');

describe('stretched lines', () => {
  it('are read as if the blanks were not there, and masked with them', () => {
    const text = stretch('姓名：欧阳子涵，联系电话：15400998877。');
    expect(found(text)).toEqual([`name ${stretch('欧阳子涵')}`, `phone ${stretch('15400998877')}`]);
  });

  it('are told from ordinary text', () => {
    expect(joinText('患者 王某 入院 后 予 抗感染治疗，体温 37.2 ℃。')).toBeUndefined();
    expect(joinText('')).toBeUndefined();
  });

  it('are read alone, parted where others stood between them', () => {
    const form = stretch('姓名：邵一帆');
    const joined = joinText(`${form}\n血压正常\n${form}`);
    if (joined === undefined) throw new Error('nothing was joined');
    const lines = linesJoined(joined);
    expect(lines.text).toBe('姓名：邵一帆\n\n姓名：邵一帆');
    const at = lines.text.lastIndexOf('邵');
    const { start, end } = originalSpan(lines, at, at + 3);
    expect(`${form}\n血压正常\n${form}`.slice(start, end)).toBe(stretch('邵一帆'));
  });

  it('are read in texts of more lines than a call takes arguments', () => {
    const text = '血压 一二三四五六七八九十上下左右\n'.repeat(200_000);
    expect(joinText(text)?.text.split('\n')).toHaveLength(2);
  });

  it('widen to the characters they came from', () => {
    const line = fc.string({
      unit: fc.constantFrom('姓', '名', '王', '1', '：'),
      minLength: 6,
      maxLength: 30,
    });
    fc.assert(
      fc.property(line, line, fc.nat(), fc.nat(), (plain, form, a, b) => {
        const text = `${plain}\n${stretch(form)}`;
        const narrowed = joinText(text);
        expect(narrowed?.text).toBe(`${plain}\n${form}`);
        if (narrowed === undefined) return;
        const start = a % narrowed.text.length;
        const end = start + 1 + (b % (narrowed.text.length - start));
        const place = originalSpan(narrowed, start, end);
        const words = narrowed.text.slice(start, end);
        // The line break has no blank beside it.
        expect(text.slice(place.start, place.end).replaceAll(' ', '')).toBe(words);
      }),
    );
  });
});

describe('lines cut at a column and blanks within numbers', () => {
  it.each([
    [
      '姓名欧阳海棠，住院号00123456，入院日期2024年3\n月15日，身份证号码11010519491231\n002X，现住址江陵县熊河镇同心村六\n组18号。经治医师靳川',
      '2024年3\n月15日',
    ],
    ['身份证 1101 0519 4912 31 002X', '1101 0519 4912 31 002X'],
    ['身份证号码：11010519491231\n002X', '11010519491231\n002X'],
    ['电话：l38OO138OOl', ''],
    ['电话：l3800138OOl', 'l3800138OOl'],
  ])('%s', (text, expected) => {
    expect(
      detector
        .detect(text, { isTerm })
        .map(({ start, end }) => text.slice(start, end))
        .join(' '),
    ).toContain(expected);
  });

  it('keeps two lines of a list apart', () => {
    expect(joinText('血压120\n心率80\n体温36')).toBeUndefined();
  });
});

describe('traditional script and the forms of Taiwan and Hong Kong', () => {
  it.each([
    ['姓名：張學禮　身分證字號：A123456789', 'name 張學禮, id-number A123456789'],
    ['聯絡人：韋志強（外甥女）電話：0912-345-678', 'contact 韋志強, phone 0912-345-678'],
    ['入院日：民國113年5月3日　出院 113/05/09', 'date 民國113年5月3日, date 113/05/09'],
    ['電話：+852 2345 6789　身份證：A472659(0)', 'phone +852 2345 6789, id-number A472659(0)'],
    ['地址：九龍觀塘物華街199號20樓C室', 'address 九龍觀塘物華街199號20樓C室'],
    ['患者慕容雪，九十三歲', 'name 慕容雪, age 九十三歲'],
  ])('%s', (text, expected) => {
    expect(found(text).join(', ')).toBe(expected);
  });
});

it.each([
  ['患儿迪丽努尔·艾尔肯因发热入院', 'name 迪丽努尔·艾尔肯'],
  ['其母阿米娜·热合曼陪同', 'contact 阿米娜·热合曼'],
  ['麻醉：濮阳。', 'doctor 濮阳'],
  ['上级医师：靳 川', 'doctor 靳 川'],
  ['班主任查老师来电', 'doctor 查'],
  ['病情平稳。汤国栋/尚敏', 'doctor 汤国栋, doctor 尚敏'],
  ['请加微信 li_zh88 联系', 'email li_zh88'],
  ['车辆鄂F9K3Q1与货车相撞', 'other-number 鄂F9K3Q1'],
  ['电话：154O0012233', 'phone 154O0012233'],
  ['贰零贰肆年伍月叁日', 'date 贰零贰肆年伍月叁日'],
  ['转入3-12床', 'bed-number 3-12'],
  ['现居本市，住本市多年', ''],
  ['左侧/右侧对称，阳性/阴性', ''],
])('%s', (text, expected) => {
  expect(found(text).join(', ')).toBe(expected);
});
