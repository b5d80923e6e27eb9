/** Reads the cells of token lines as annotations: feature values and covered lines. */
import { message } from '../../../../shared/messages/message.ts';
import type { Line } from '../../../reading/lines.ts';
import { splitMark, splitUnescaped, unescapeValue } from './escape.ts';
import type { BrokenLine, Column, Header, Layer } from './header.ts';

export interface Row {
  readonly line: Line;
  /** Id such as `1-3` or `1-3.1`. */
  readonly id: string;
  readonly begin: number;
  readonly end: number;
  /** Fields: id, offsets, words, then the layers' columns. */
  readonly fields: readonly string[];
}

/** Place of a cell for errors, and its content after `[`. */
export interface Reference {
  readonly row: Row;
  readonly column: number;
  /** Unit at the other end. */
  readonly unit: string;
  readonly marks: readonly number[];
}

interface Slot {
  readonly role: string;
  readonly to: Reference;
}

export interface Annotation {
  readonly layer: Layer;
  readonly features: Map<string, string>;
  readonly rows: Row[];
  /** Source of a relation, which is on its target's line. */
  from: Reference | undefined;
  readonly slots: Slot[];
}

export interface Cells {
  readonly spans: readonly Annotation[];
  readonly relations: readonly Annotation[];
  /** Links of chains, by content. */
  readonly chained: readonly string[];
  /** Returns the annotation of a layer (any, if empty) at a unit, by its number if given. */
  find(layer: string, unit: string, mark: number): Annotation | undefined;
}

export function readCells(rows: readonly Row[], header: Header, broken: BrokenLine): Cells {
  const reader = new CellReader(broken);
  for (const row of rows) for (const layer of header.layers) reader.take(row, layer);
  return reader;
}

class CellReader implements Cells {
  readonly spans: Annotation[] = [];
  readonly relations: Annotation[] = [];
  readonly chained: string[] = [];
  readonly #broken: BrokenLine;
  readonly #byMark = new Map<string, Annotation>();
  readonly #byUnit = new Map<string, Annotation[]>();

  constructor(broken: BrokenLine) {
    this.#broken = broken;
  }

  find(layer: string, unit: string, mark: number): Annotation | undefined {
    const here = (this.#byUnit.get(unit) ?? []).filter((each) => layer === '' || each.layer.name === layer);
    if (mark === 0) return here[0];
    return here.find((each) => this.#byMark.get(`${each.layer.name}\t${mark}`) === each);
  }

  take(row: Row, layer: Layer): void {
    const first = 3 + layer.first;
    if (layer.columns.every((_, i) => row.fields[first + i] === '_')) return;
    const cells = layer.columns.map((column, i) => {
      const cell = row.fields[first + i] ?? '_';
      return { column, values: cell === '_' ? [] : splitUnescaped(cell, '|'), at: placeOf(row, first + i) };
    });
    const stacked = Math.max(...cells.map(({ values }) => values.length));
    for (const { values, at } of cells) {
      // A role column is empty without slot fillers.
      if (values.length > 0 && values.length < stacked)
        throw this.#broken(
          row.line,
          at,
          message('fault.stacked', { values: values.length, layer: layer.name, stacked }),
        );
    }
    for (let i = 0; i < stacked; i++) {
      this.#annotation(
        row,
        layer,
        cells.flatMap(({ column, values, at }) => {
          const value = values[i];
          return value === undefined ? [] : [{ column, raw: value.part, at: at + value.at }];
        }),
      );
    }
  }

  #annotation(row: Row, layer: Layer, cells: readonly { column: Column; raw: string; at: number }[]): void {
    if (layer.kind === 'chain') {
      this.chained.push(cells.map(({ raw }) => raw).join(' '));
      return;
    }
    const parts = cells.map((cell) => ({ ...cell, ...splitMark(cell.raw) }));
    const mark = parts.find(
      ({ column, mark }) => column.kind !== 'slot' && column.kind !== 'base' && mark,
    )?.mark;
    const annotation = this.#open(row, layer, mark);
    for (const { column, raw, value, mark, at } of parts) {
      if (column.kind === 'feature' && value !== '*')
        annotation.features.set(column.feature, unescapeValue(value));
      if (column.kind === 'base') annotation.from = this.#reference(row, at, value, mark);
      if (column.kind === 'slot') this.#slots(annotation, row, at, raw, parts);
    }
  }

  /** Returns the annotation with the number, or a new one. */
  #open(row: Row, layer: Layer, mark: string | undefined): Annotation {
    const key = `${layer.name}\t${mark}`;
    let annotation = mark === undefined || layer.kind === 'relation' ? undefined : this.#byMark.get(key);
    if (annotation === undefined) {
      annotation = { layer, features: new Map(), rows: [], from: undefined, slots: [] };
      (layer.kind === 'span' ? this.spans : this.relations).push(annotation);
      if (mark !== undefined) this.#byMark.set(key, annotation);
    }
    annotation.rows.push(row);
    if (layer.kind !== 'span') return annotation;
    const here = this.#byUnit.get(row.id);
    if (here === undefined) this.#byUnit.set(row.id, [annotation]);
    else here.push(annotation);
    return annotation;
  }

  #slots(
    annotation: Annotation,
    row: Row,
    at: number,
    raw: string,
    parts: readonly { column: Column; value: string }[],
  ): void {
    // Slots of an annotation over several lines repeat on each of them.
    if (raw === '*' || annotation.rows.length > 1) return;
    const role = parts.find(({ column }) => column.kind === 'role');
    const roles = splitUnescaped(role?.value ?? '', ';');
    for (const [i, { part, at: inside }] of splitUnescaped(raw, ';').entries()) {
      const { value, mark } = splitMark(part);
      const name = roles[i]?.part ?? '*';
      annotation.slots.push({
        role: name === '*' || name === '' ? (role?.column.feature ?? '') : unescapeValue(name),
        to: this.#reference(row, at + inside, value, mark),
      });
    }
  }

  #reference(row: Row, column: number, unit: string, mark: string | undefined): Reference {
    if (!/^\d+-\d+(\.\d+)?$/.test(unit))
      throw this.#broken(row.line, column, message('fault.no-token-number', { id: JSON.stringify(unit) }));
    return { row, column, unit, marks: (mark ?? '').split('_').map(Number) };
  }
}

/** Returns the column of a field in its line, from 1. */
const placeOf = (row: Row, field: number): number =>
  row.fields.slice(0, field).reduce((at, text) => at + text.length + 1, 1);
