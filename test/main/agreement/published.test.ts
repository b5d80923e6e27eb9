/** The coefficients against worked examples that were published. */
import { describe, expect, it } from 'vitest';
import { agreementReport } from '../../../main/agreement/report.ts';
import type { AgreementReport, LabelAgreement } from '../../../shared/domain/agreement.ts';
import { codedUnits, doc, layer, span } from './test-layers.ts';

const plain = { samples: 0 };

/** Returns the agreement over all labels together. */
function coded(units: readonly (readonly (string | number | undefined)[])[]): LabelAgreement {
  return agreementReport(codedUnits(units), plain).labels[0]!;
}

/** `times` units with the same values. */
const repeat = <T>(times: number, ...values: T[]): T[][] => Array.from({ length: times }, () => values);

describe("Cohen's κ", () => {
  it('is 0.492 for the table of Cohen (1960, p. 45)', () => {
    const table = [
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ];
    const units = table.flatMap((row, i) => row.flatMap((times, j) => repeat(times, i + 1, j + 1)));
    expect(units).toHaveLength(200);
    expect(coded(units).cohen.value).toBeCloseTo(0.492, 3);
  });

  it('is 0.348 and 0.801 for the examples of Artstein and Poesio (2008, pp. 558 and 568)', () => {
    const first = [
      ...repeat(20, 'STAT', 'STAT'),
      ...repeat(20, 'IReq', 'STAT'),
      ...repeat(10, 'STAT', 'IReq'),
      ...repeat(50, 'IReq', 'IReq'),
    ];
    expect(coded(first).cohen.value).toBeCloseTo(0.348, 3);
    const second = [
      ...repeat(46, 'STAT', 'STAT'),
      ...repeat(6, 'IReq', 'STAT'),
      ...repeat(32, 'IReq', 'IReq'),
      ...repeat(6, 'IReq', 'Chck'),
      ...repeat(10, 'Chck', 'Chck'),
    ];
    expect(coded(second).cohen.value).toBeCloseTo(0.801, 3);
    // Published from D_o = 0.12 and D_e = 0.601, both rounded.
    expect(Math.abs(coded(second).alpha.value! - (1 - 0.12 / 0.601))).toBeLessThan(0.001);
  });

  it('is 0.186 and 0.258 for the two tables of Krippendorff (2004, p. 246)', () => {
    const diagonal = [...repeat(12, 'a', 'a'), ...repeat(14, 'b', 'b'), ...repeat(20, 'c', 'c')];
    const even = (['ab', 'ac', 'ba', 'bc', 'ca', 'cb'] as const).flatMap((pair) => repeat(9, ...pair));
    const skewed = (['ab', 'ac', 'bc'] as const).flatMap((pair) => repeat(18, ...pair));
    expect(coded([...diagonal, ...even]).cohen.value).toBeCloseTo(0.186, 3);
    expect(coded([...diagonal, ...skewed]).cohen.value).toBeCloseTo(0.258, 3);
  });
});

describe("Fleiss' κ", () => {
  it('is 0.430 for the 30 patients and 6 psychiatrists of Fleiss (1971, p. 379)', () => {
    // Diagnoses: 1 depression, 2 personality disorder, 3 schizophrenia, 4 neurosis, 5 other.
    const patients = `444444 222555 233335 555555 222444 113333 333355 113334 114444 555555
      144444 124444 222333 144444 224445 333335 111455 111112 224444 133555
      555555 244444 224555 114444 144445 222224 111155 224444 133333 555555`.split(/\s+/);
    expect(patients).toHaveLength(30);
    const report = agreementReport(codedUnits(patients.map((row) => [...row])), plain);
    expect(report.labels[0]!.fleiss.value).toBeCloseTo(0.43, 3);
    // Each category against the others (ibid., table 2, κ_j).
    const byLabel = new Map(report.labels.map(({ label, fleiss }) => [label, fleiss.value]));
    for (const [category, kappa] of [
      ['1', 0.248],
      ['2', 0.248],
      ['3', 0.517],
      ['4', 0.47],
      ['5', 0.565],
    ] as const)
      expect(Math.abs(byLabel.get(category)! - kappa)).toBeLessThan(0.005);
  });
});

describe("Krippendorff's α", () => {
  it('is 0.743 for the 12 units, 4 observers and missing values of Krippendorff (2011, section C)', () => {
    const observers = ['123321412...', '1233224125.3', '.3332342251.', '12332441251.'];
    const units = Array.from({ length: 12 }, (_, unit) =>
      observers.map((values) => (values[unit] === '.' ? undefined : values[unit])),
    );
    expect(coded(units).alpha.value).toBeCloseTo(0.743, 3);
  });

  it('is 0.095 and 0.734 for the two observers of Krippendorff (2004, pp. 224 and 227)', () => {
    const dichotomy = ['10', '11', '01', '00', '00', '01', '00', '01', '00', '00'];
    expect(coded(dichotomy.map((unit) => [...unit])).alpha.value).toBeCloseTo(0.095, 3);
    const categories = ['aa', 'ab', 'bb', 'bb', 'bb', 'bb', 'bc', 'cc', 'cc', 'cc', 'cc', 'cc'];
    expect(coded(categories.map((unit) => [...unit])).alpha.value).toBeCloseTo(0.734, 3);
  });

  it('is 0.642 for the three observers of Krippendorff (1980, p. 139)', () => {
    const units = ['111', '122', '222', '444', '144', '222', '123', '333', '222'];
    expect(coded(units.map((unit) => [...unit])).alpha.value).toBeCloseTo(0.642, 3);
  });
});

/** Two people's continua of 24 characters as in Krippendorff (1995, p. 57); `|` parts units that touch. */
function continua(...lines: readonly string[]): AgreementReport {
  const layers = lines.map((line, person) => {
    const spans = [...line.replaceAll(' ', '').matchAll(/1+/g)].map((match, i) => {
      const before = line.replaceAll(' ', '').slice(0, match.index).replaceAll('|', '').length;
      return span(i + 1, 'T', [before, before + match[0].length]);
    });
    return layer(`person ${person}`, spans);
  });
  return agreementReport([doc('continuum', 24, layers)], plain);
}

describe('characters as units', () => {
  it('gives the coefficients of the digitised continua of Krippendorff (1995, p. 57)', () => {
    const a = continua(
      '0 0|1 1 1 1 1 1 1 1|0 0 0 0|1 1 1 1 1 1|0 0 0 0',
      '0 0 0 0|1 1 1 1|0 0 0 0 0 0 0|1 1|0 0 0 0 0 0 0',
    ).overall;
    expect(a.cohen.value).toBeCloseTo(0.385, 3);
    expect(a.fleiss.value).toBeCloseTo(0.314, 3); // Scott's π, as Fleiss' κ is for two
    expect(a.alpha.value).toBeCloseTo(0.329, 3);
    const b = continua(
      '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1|0 0 0 0 0 0',
      '1 1|1|1|1|1|1 1 1|1|0 0 0 0 0 0 0 0 0 0 0 0 0 0',
    ).overall;
    expect(b.cohen.value).toBeCloseTo(0.385, 3);
    expect(b.fleiss.value).toBeCloseTo(0.314, 3);
    const c = continua(
      '0 0|1 1 1 1 1 1|0 0|1 1|0 0|1 1 1 1|0 0|1 1|0 0',
      '1 1|0 0|1 1 1 1|0 0|1 1 1 1|0 0|1 1|0 0|1 1|0 0',
    ).overall;
    expect(c.cohen.value).toBeCloseTo(0.314, 3);
    expect(c.fleiss.value).toBeCloseTo(0.314, 3);
    // All is marked by both: nothing varies, so nothing can be said (ibid.).
    const d = continua(
      '1 1|1 1 1 1 1 1 1 1|1 1 1 1|1 1 1 1 1 1|1 1 1 1',
      '1 1 1 1|1 1 1 1|1 1 1 1 1 1 1|1 1|1 1 1 1 1 1 1',
    ).overall;
    expect([d.cohen.value, d.fleiss.value, d.alpha.value]).toEqual([null, null, null]);
  });
});

describe('unitizing α', () => {
  // The continuum of Alex, Paul and Suzan, 60 long: Krippendorff, Mathet, Bouvry and Widlöcher (2016) and Krippendorff
  // (2019, figure 12.11, p. 340), which gives uα = 0.510, |uα = 0.413, cuα = 0.724.
  const work = {
    Alex: ['1', 2, 9, '2', 11, 17, '5', 24, 30, '6', 32, 36, '6', 36, 44, '7', 44, 60],
    Paul: ['1', 2, 9, '3', 11, 17, '5', 19, 25, '6', 32, 44],
    Suzan: ['1', 2, 9, '4', 11, 17, '5', 21, 27, '6', 32, 36, '6', 36, 40, '6', 40, 44],
  };
  const layers = Object.entries(work).map(([person, units]) =>
    layer(
      person,
      Array.from({ length: units.length / 3 }, (_, i) =>
        span(i + 1, String(units[3 * i]), [Number(units[3 * i + 1]), Number(units[3 * i + 2])]),
      ),
    ),
  );
  const { overall } = agreementReport([doc('figure 12.11', 60, layers)], plain);

  it('is the published uα for places and types', () => {
    expect(overall.unitizing.value).toBeCloseTo(0.51, 3);
  });

  it('is the published |uα for places alone', () => {
    expect(overall.boundary.value).toBeCloseTo(0.413, 3);
  });

  it('is the published cuα for types where units meet', () => {
    expect(overall.coding.value).toBeCloseTo(0.724, 3);
  });
});
