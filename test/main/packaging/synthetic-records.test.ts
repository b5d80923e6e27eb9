/** Synthetic records: the same seed gives the same ones, their labels lie on what they name, their words part by half. */
import { describe, expect, it } from 'vitest';
import { isIdentityNumber } from '../../../main/deid/identity-number.ts';
import { syntheticRecords } from '../../../main/packaging/starter/synthetic/records.ts';
import { readLayouts } from '../../../main/packaging/starter/synthetic/template.ts';
import { DeidField } from '../../../shared/domain/deid.ts';

const open = readLayouts('open');
const closed = readLayouts('closed');
const records = syntheticRecords({ layouts: [...open, ...closed], each: 3, seed: 7, half: 'all' });
const registers = readLayouts('registers');
const registered = syntheticRecords({ layouts: [], each: 0, registered: 4, seed: 7, half: 'all' });
const named = (half: 'even' | 'odd') =>
  new Set(
    syntheticRecords({ layouts: open, each: 2, seed: 7, half }).flatMap(({ text, entities }) =>
      entities.flatMap(({ start, end, type }) => (type === 'workplace' ? [text.slice(start, end)] : [])),
    ),
  );

it('has forty layouts and more, none both open and closed', () => {
  const names = [...open, ...closed].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(new Set(names).size).toBe(names.length);
});

it('has forty registers and more besides, all of whose phrases and slots are known', () => {
  const names = registers.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(160);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(registered.map(({ layout }) => layout))).toEqual(new Set(names));
  for (const { text } of registered) expect(text).not.toMatch(/\{[a-z]+\d?w?(?:[.:][a-z]+)?\}|\$[a-z]/);
});

it('puts lines of a register together anew for each record', () => {
  const bodies = registered.filter(({ layout }) => layout === 'letter-thanks').map(({ text }) => text);
  expect(new Set(bodies).size).toBe(bodies.length);
  const shapes = registered.map(({ text, entities }) => `${text.split('\n').length}/${entities.length}`);
  expect(new Set(shapes).size).toBeGreaterThan(registered.length / 4);
});

it('gives the same records for the same seed and others for another', () => {
  const make = (seed: number) => syntheticRecords({ layouts: open, each: 1, seed, half: 'all' });
  expect(make(7)).toEqual(make(7));
  expect(make(8)).not.toEqual(make(7));
});

it('fills every slot and labels every field but the birthplace', () => {
  for (const { text } of records) expect(text).not.toMatch(/\{[a-z]\w*\}/);
  const fields = new Set(records.flatMap(({ entities }) => entities.map(({ type }) => type)));
  expect(DeidField.options.filter((field) => !fields.has(field))).toEqual(['birthplace']);
});

it('labels spans in order, apart, without blanks at their ends', () => {
  for (const { text, entities } of [...records, ...registered]) {
    let last = 0;
    for (const { start, end } of entities) {
      expect(start).toBeGreaterThanOrEqual(last);
      const words = text.slice(start, end);
      expect(words).toBe(words.trim());
      expect(words).not.toBe('');
      last = end;
    }
  }
});

describe('kinds of values', () => {
  const values = (type: DeidField) =>
    records.flatMap(({ text, entities }) =>
      entities.flatMap((entity) => (entity.type === type ? [text.slice(entity.start, entity.end)] : [])),
    );

  it('has identity numbers with right and with wrong check characters', () => {
    const numbers = values('id-number').filter((number) => /^\d{17}[\dX]$/.test(number));
    const right = numbers.filter(isIdentityNumber);
    expect(right.length).toBeGreaterThan(0);
    expect(right.length).toBeLessThan(values('id-number').length);
  });

  it.each([/^\d{4}-\d\d-\d\d$/, /月初|廿/, /民國/, /[A-Z][a-z]{2}/, /^\d{1,2}\.\d{1,2}$/])(
    'has dates like %s',
    (form) => {
      expect(values('date').some((date) => form.test(date))).toBe(true);
    },
  );
});

it('takes words of one half from one half of the lists', () => {
  const other = named('odd');
  expect([...named('even')].filter((name) => other.has(name))).toEqual([]);
});
