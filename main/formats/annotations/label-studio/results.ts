/**
 * Converts results of one annotation or prediction to items. Results with the same id belong to one region: its labels
 * are types of spans, its choices and texts are attributes. Choices without a region are labels of the document.
 */
import type { Item, ItemId, ItemStatus, Provenance } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { JsonRow } from '../json-rows.ts';
import type { JsonPath } from '../json-scanner.ts';
import { fittingAttributes, fittingNote, type Losses, MAX_TYPE, READ_LOST } from '../losses.ts';
import type { ToUnits } from '../offsets.ts';
import { attributeOf } from './config.ts';
import { type Extras, extrasOf, noteOf } from './extras.ts';
import type { Result, Value } from './schema.ts';

const RESULT_LOST = {
  html: 'losses.regions-not-text',
  bothWays: 'losses.both-ways',
  otherEnds: 'losses.ends-no-regions',
  scores: 'losses.no-probability',
  fields: 'losses.taken-names',
} as const;

/** Type of regions and relations without a label. */
const UNLABELLED = { span: 'region', relation: 'relation' };

interface Context {
  readonly text: string;
  readonly units: ToUnits;
  readonly losses: Losses;
  readonly row: JsonRow;
  /** Field names of the document. */
  readonly taken: ReadonlySet<string>;
}

type By = (confidence: number | undefined) => Provenance;
interface Given {
  readonly result: Result;
  readonly path: JsonPath;
}

export class ResultReader {
  readonly #items: Item[] = [];
  /** Texts about the whole document, by control. */
  readonly fields: Record<string, string> = {};
  readonly #context: Context;
  readonly #relations: (() => void)[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  /** Relations refer to regions of the same list. */
  take(results: readonly Result[], path: JsonPath, status: ItemStatus, by: By): void {
    const regions = new Map<string, Given[]>();
    const ids = new Map<string, ItemId>();
    for (const [i, result] of results.entries()) {
      const given = { result, path: [...path, i] };
      if (result.type === 'relation') this.#relations.push(() => this.#relate(given, ids, status, by));
      else if (result.value?.start === undefined) this.#takeDocumentResult(given, status, by);
      else {
        const id = result.id ?? `#${i}`;
        regions.set(id, [...(regions.get(id) ?? []), given]);
      }
    }
    for (const [id, region] of regions) {
      const item = this.#takeRegion(region, status, by);
      if (item !== undefined) ids.set(id, item);
    }
  }

  finish(): Item[] {
    for (const relate of this.#relations) relate();
    return this.#items;
  }

  #takeRegion(region: readonly Given[], status: ItemStatus, by: By): ItemId | undefined {
    const { losses } = this.#context;
    const labelled = region.filter(({ result }) => result.value?.labels !== undefined);
    const [first] = labelled.length > 0 ? labelled : region;
    const cover = first && this.#coverOf(first);
    if (first === undefined || cover === undefined) return undefined;
    const { result, path } = first;
    const extras = extrasOf(result.meta ?? undefined);
    const answers = region.filter((each) => !labelled.includes(each));
    const given = answers.flatMap(({ result: answer }) => answersOf(answer));
    const types = labelled.flatMap(({ result: { value } }) => value?.labels ?? []);
    let id: ItemId | undefined;
    for (const type of types.length > 0 ? types : [UNLABELLED.span]) {
      const common = this.#common(type, path, status, provenanceOf(extras, by, this.#confidence(result)));
      const { link } = extras;
      this.#items.push({
        kind: 'span',
        ...common,
        attributes: fittingAttributes(given, losses),
        note: noteOf(region.find(({ result: { meta } }) => meta?.text)?.result.meta ?? undefined, losses),
        fragments: this.#fragmentsOf(extras, cover),
        ...(link === undefined ? {} : { link }),
      });
      id ??= common.id;
    }
    return id;
  }

  #coverOf({ result, path }: Given): Span | undefined {
    const { start, end } = result.value ?? {};
    if (typeof start !== 'number' || typeof end !== 'number') {
      this.#context.losses.add(RESULT_LOST.html, `${String(start)} ${path.join('.')}`);
      return undefined;
    }
    const [from = 0, to = 0] = [this.#context.units(start), this.#context.units(end)];
    if (from < to) return { start: from, end: to };
    this.#context.losses.add(READ_LOST.zeroWidth, `${result.value?.labels?.join() ?? ''} ${start}`);
    return undefined;
  }

  /** Uses Meridian's fragments unless the region was moved since. */
  #fragmentsOf({ fragments = [] }: Extras, cover: Span): Span[] {
    const { units } = this.#context;
    const read = fragments.map(([start, end]) => ({ start: units(start) ?? 0, end: units(end) ?? 0 }));
    const areSorted = read.every(({ start, end }, i) => start < end && start > (read[i - 1]?.end ?? -1));
    const fits = areSorted && read[0]?.start === cover.start && read.at(-1)?.end === cover.end;
    return fits ? read : [cover];
  }

  #takeDocumentResult({ result, path }: Given, status: ItemStatus, by: By): void {
    const { losses } = this.#context;
    const { choices } = result.value ?? {};
    if (choices === undefined) {
      for (const [name, value] of answersOf(result)) {
        const isTaken = this.#context.taken.has(name) || name in this.fields;
        if (name === '' || name.startsWith('@') || isTaken)
          losses.add(RESULT_LOST.fields, `${name}: ${value}`);
        else this.fields[name] = value;
      }
      return;
    }
    for (const [i, type] of choices.entries()) {
      const extras = extrasOf(result.meta ?? undefined, i);
      this.#items.push({
        kind: 'label',
        ...this.#common(type, path, status, provenanceOf(extras, by, this.#confidence(result))),
        ...this.#extraParts(extras),
      });
    }
  }

  #relate({ result, path }: Given, ids: ReadonlyMap<string, ItemId>, status: ItemStatus, by: By): void {
    const { losses } = this.#context;
    const [one, other] = [ids.get(result.from_id ?? ''), ids.get(result.to_id ?? '')];
    const types = result.labels?.length ? result.labels : [UNLABELLED.relation];
    if (one === undefined || other === undefined) {
      losses.add(RESULT_LOST.otherEnds, `${types.join()}: ${result.from_id} → ${result.to_id}`);
      return;
    }
    if (result.direction === 'bi') losses.add(RESULT_LOST.bothWays, types.join());
    const [from, to] = result.direction === 'left' ? [other, one] : [one, other];
    const extras = extrasOf(result.meta ?? undefined);
    for (const type of types) {
      const common = this.#common(type, path, status, provenanceOf(extras, by, this.#confidence(result)));
      this.#items.push({ kind: 'relation', ...common, ...this.#extraParts(extras), from, to });
    }
  }

  #extraParts({ attributes = {}, note = '' }: Extras) {
    const { losses } = this.#context;
    return {
      attributes: fittingAttributes(Object.entries(attributes), losses),
      note: fittingNote(note, losses),
    };
  }

  #confidence({ score, type }: Result): number | undefined {
    if (score === null || score === undefined) return undefined;
    if (score >= 0 && score <= 1) return score;
    this.#context.losses.add(RESULT_LOST.scores, `${type}: ${score}`);
    return undefined;
  }

  #common(type: string, path: JsonPath, status: ItemStatus, provenance: Provenance) {
    if (type === '' || type.length > MAX_TYPE)
      throw this.#context.row.broken(
        path,
        message('fault.type-length', { type: JSON.stringify(type.slice(0, 20)), limit: MAX_TYPE }),
      );
    return { id: this.#items.length + 1, type, attributes: {}, note: '', status, provenance };
  }
}

const provenanceOf = ({ provenance }: Extras, by: By, confidence: number | undefined): Provenance =>
  provenance ?? by(confidence);

/** Returns the choice, text or rating of a control as one text. */
function answersOf({ type, from_name: name, value }: Result): [string, string][] {
  const answer = answerOf(type, value ?? {});
  return answer === undefined ? [] : [[attributeOf(name ?? type), answer]];
}

function answerOf(type: string, value: Value): string | undefined {
  if (value.choices !== undefined) return value.choices.join('; ');
  if (value.taxonomy !== undefined) return value.taxonomy.map((path) => path.join(' > ')).join('; ');
  if (type === 'textarea' && value.text !== undefined) return [value.text].flat().join('\n');
  // Ratings, numbers and dates are fields named after the control's type.
  const plain = value[type];
  return typeof plain === 'string' || typeof plain === 'number' ? String(plain) : undefined;
}
