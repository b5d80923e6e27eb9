import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftDates } from '../../../main/deid/date-shift.ts';
import { readDate } from '../../../main/deid/date-spelling.ts';
import { dayOffset } from '../../../main/deid/seeded-choices.ts';
import { fold } from '../../../main/text/folding.ts';
import { detector } from '../../helpers/deid.ts';

/** The text with its dates moved by `offset` days; what cannot be moved is masked. */
function shifted(text: string, offset: number): string {
  const places = detector.detect(text).filter(({ field }) => field === 'date');
  const moved = shiftDates(text, places, offset);
  let out = '';
  let at = 0;
  for (const [i, { start, end }] of places.entries()) {
    out += text.slice(at, start) + (moved[i] ?? '【日期】');
    at = end;
  }
  return out + text.slice(at);
}

const MS = 86_400_000;
const iso = (day: number) => new Date(day * MS).toISOString().slice(0, 10);

describe('moving dates', () => {
  it.each([
    ['2024年3月5日', 10, '2024年3月15日'],
    ['2024年03月05日', 30, '2024年04月04日'],
    ['2024-03-05 14:20', -5, '2024-02-29 14:20'],
    ['2024/3/5', 300, '2024/12/30'],
    ['24.3.5', -70, '23.12.26'],
    ['20240305', 1, '20240306'],
    ['２０２４年３月５日', 10, '２０２４年３月１５日'],
    ['二〇二四年三月五日', 20, '二〇二四年三月二十五日'],
    ['二零二四年十二月三十一日', 1, '二零二五年一月一日'],
    ['二〇二四年三月', 60, '二〇二四年五月'],
    ['2024年3月，2024/3，2024-03', 365, '2025年3月，2025/3，2025-03'],
    ['3月5日', 1, '3月6日'],
    ['08年3月', 31, '08年4月'],
    ['民國113年5月3日', 365, '民國114年5月3日'],
    ['113/05/03', 40, '113/06/12'],
    ['2024-02-30', 10, '【日期】'],
    ['2024-13-45', 10, '【日期】'],
    ['农历二月初八', 10, '【日期】'],
    ['今年3月', 10, '【日期】'], // of no year that is known
    ['周三，2024年3月6日（周三）', 1, '周三，2024年3月7日（周三）'],
  ])('%s by %i', (text, offset, expected) => {
    expect(shifted(text, offset)).toBe(expected);
  });

  it('counts 今年, 去年, 本月 from the latest date, before and after', () => {
    const text = '今年3月复查，去年10月住院，本月5日加重，上月28日查CT。记录日期：2024-04-20';
    expect(shifted(text, 10)).toBe(
      '今年3月复查，去年10月住院，本月15日加重，本月7日查CT。记录日期：2024-04-30',
    );
    expect(shifted(text, -150)).toBe(
      '今年10月复查，今年5月住院，本月7日加重，上月30日查CT。记录日期：2023-11-22',
    );
  });

  it('counts 同年 and 次年 from the date before', () => {
    const text = '2022年11月5日手术，次年1月复发，2022年3月1日，同年5月复查。2024-01-01';
    expect(shifted(text, 90)).toBe('2023年2月3日手术，同年4月复发，2022年5月30日，同年8月复查。2024-03-31');
  });

  it('keeps ranges', () => {
    expect(shifted('2024年3月28日-30日', 1)).toBe('2024年3月29日-31日');
    expect(shifted('2024年3月28日-30日', 2)).toBe('2024年3月30日-4月1日');
    expect(shifted('2024.3.5-3.9', 30)).toBe('2024.4.4-4.8');
  });

  it('takes the year of the date before for a day without one, else the one that the document implies', () => {
    // 2024 has a 29 February: the day after 28 February is one.
    expect(shifted('2024-02-20入院，2月28日出院', 1)).toBe('2024-02-21入院，2月29日出院');
    expect(shifted('2023-02-20入院，2月28日出院', 1)).toBe('2023-02-21入院，3月1日出院');
    expect(shifted('2月28日起病。记录：2024-06-01', 1)).toBe('2月29日起病。记录：2024-06-02');
    expect(shifted('出生1966-03-05，2月28日起病。2024-06-01', 1)).toBe(
      '出生1966-03-06，2月29日起病。2024-06-02',
    );
  });
});

const day = fc.integer({ min: Date.UTC(1950, 0, 1) / MS, max: Date.UTC(2035, 11, 31) / MS });
const offsets = fc.integer({ min: 1, max: 365 }).chain((n) => fc.constantFrom(n, -n));
const SPELLED: readonly ((y: number, m: number, d: number) => string)[] = [
  (y, m, d) => `${y}年${m}月${d}日`,
  (y, m, d) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
  (y, m, d) => `${y}/${m}/${d}`,
  (y, m, d) => `${y}.${m}.${d}`,
  (y, m, d) => `${y}${String(m).padStart(2, '0')}${String(d).padStart(2, '0')}`,
  (y, m, d) => `${cnYear(y)}年${cn(m)}月${cn(d)}日`,
];
const CN = '〇一二三四五六七八九';
const cnYear = (y: number) => Array.from(String(y), (c) => CN[Number(c)]).join('');
const cn = (n: number) =>
  n < 10 ? CN[n] : `${n < 20 ? '' : CN[Math.floor(n / 10)]}十${n % 10 === 0 ? '' : CN[n % 10]}`;

/** The day that words name, read without the code under test: digits one by one. */
function dayOf(words: string): string {
  const digits = fold(words).replace(/[〇一二三四五六七八九十]+/g, (run) =>
    run.length === 4 ? Array.from(run, (c) => CN.indexOf(c)).join('') : String(tens(run)),
  );
  const [y, m, d] = /^\d{8}$/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : (digits.match(/\d+/g) ?? []);
  return `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}
function tens(run: string): number {
  const [a = '', b = ''] = run.includes('十') ? run.split('十') : ['', run];
  return run.includes('十')
    ? (a === '' ? 10 : CN.indexOf(a) * 10) + (b === '' ? 0 : CN.indexOf(b))
    : CN.indexOf(b);
}

it('whole dates move by exactly the offset in every spelling, so that intervals stay', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(day, fc.nat(SPELLED.length - 1)), { minLength: 1, maxLength: 6 }),
      offsets,
      (days, offset) => {
        const spell = (at: number, how: number) => {
          const [y = 0, m = 0, d = 0] = iso(at).split('-').map(Number);
          return SPELLED[how]?.(y, m, d) ?? '';
        };
        const text = days.map(([at, how]) => spell(at, how)).join('，');
        const moved = shifted(text, offset).split('，').map(dayOf);
        expect(moved).toEqual(days.map(([at]) => iso(at + offset)));
      },
    ),
    { numRuns: 300 },
  );
});

it('an offset and its opposite give the dates back', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 4 }), offsets, (days, offset) => {
      const text = days.map((at) => `于${iso(at)}复查`).join('。');
      expect(shifted(shifted(text, offset), -offset)).toBe(text);
    }),
  );
});

it('the offset follows from secret and patient, is never 0 and at most a year', () => {
  const drawn = Array.from({ length: 3000 }, (_, i) => dayOffset('secret', `patient ${i}`));
  expect(drawn.every((n) => Number.isInteger(n) && n !== 0 && Math.abs(n) <= 365)).toBe(true);
  expect(Math.min(...drawn)).toBeLessThan(-350);
  expect(Math.max(...drawn)).toBeGreaterThan(350);
  expect(dayOffset('secret', 'a')).toBe(dayOffset('secret', 'a'));
  expect(new Set(drawn).size).toBeGreaterThan(500);
  expect(drawn.slice(0, 20)).not.toEqual(
    Array.from({ length: 20 }, (_, i) => dayOffset('other', `patient ${i}`)),
  );
});

it('reads what it finds', () => {
  expect(readDate('2024年3月5日')).toMatchObject({ year: 2024, month: 3, day: 5 });
  expect(readDate('廿三')).toBeUndefined();
  expect(readDate('去年10月')).toMatchObject({ relativeYear: '去年', month: 10 });
  expect(readDate('没有日期')).toBeUndefined();
});
