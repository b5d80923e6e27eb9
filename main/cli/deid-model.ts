/** `deid --model NAME [--model-fields LABEL=FIELD,…]`: a model of the registry that finds persons beside the rules. */
import { DeidField, MASK_WORDS, reaches } from '../../shared/domain/deid.ts';
import type { ModelCard } from '../../shared/domain/training.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import type { ModelSpan } from '../deid/detect.ts';
import { readable } from '../deid/readable.ts';
import { deidentifierOf, usesTagger } from '../services/deid/deid.ts';
import { type IdentifierTagger, identifierTagger } from '../services/deid/identifier-tagger.ts';
import { findModel } from '../services/models/models.ts';
import { withModel } from '../services/models/open-model.ts';
import type { Session } from '../services/session/session.ts';
import { deidLevel, UsageError, valueName } from './command.ts';
import { inLanguage } from './language.ts';
import type { Options } from './options.ts';

export interface PersonModel {
  readonly name: string;
  /** The fields that its labels stand for. */
  readonly fields: Readonly<Record<string, DeidField>>;
  find(text: string): Promise<ModelSpan[]>;
}

/** Runs `body` with the model named, or with none. @throws AppError when no label of it stands for a field */
export async function withPersonModel<T>(
  session: Session,
  { model: name, 'model-fields': given }: Options<'deid'>,
  body: (model: PersonModel | undefined) => Promise<T>,
): Promise<T> {
  if (name === undefined) {
    if (given !== undefined)
      throw new UsageError('cli.belongs-to', { option: '--model-fields', other: '--model NAME' });
    return body(undefined);
  }
  const card = findModel(session, name);
  const fields = fieldsOf(session, card.labels, mapping(given, card.labels));
  if (Object.keys(fields).length === 0) throw withoutPersons(card);
  return withModel(session, card.id, {}, async (model) => {
    if (model.task !== 'ner') throw withoutPersons(card);
    const find = async (text: string): Promise<ModelSpan[]> => {
      const [found = []] = text === '' ? [] : await model.predictor.predict([readable(text)]);
      return found.flatMap((span) => {
        const field = fields[span.type];
        return field === undefined ? [] : [{ ...span, type: field }];
      });
    };
    return body({ name: card.name, fields, find });
  });
}

const withoutPersons = ({ name, labels }: ModelCard): AppError =>
  new AppError(
    'bad-request',
    'deid.model-without-persons',
    { name, labels: labels.join(', ') },
    { hint: 'hint.model-fields' },
  );

function fieldsOf(
  session: Session,
  labels: readonly string[],
  given: ReadonlyMap<string, DeidField>,
): Record<string, DeidField> {
  const { detector } = deidentifierOf(session);
  return Object.fromEntries(
    labels.flatMap((label) => {
      const field = given.get(label) ?? detector.fieldOfType(label);
      return field === undefined ? [] : [[label, field]];
    }),
  );
}

/** `PATIENT=name,WARD=institution` */
function mapping(given: string | undefined, labels: readonly string[]): Map<string, DeidField> {
  const pairs = given === undefined ? [] : given.split(',');
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      const [label, field] = [pair.slice(0, at).trim(), DeidField.safeParse(pair.slice(at + 1).trim())];
      if (at < 1 || !field.success)
        throw new UsageError('cli.takes', {
          option: '--model-fields',
          value: pair,
          form: message('cli.fields-of-labels', { fields: DeidField.options }),
        });
      if (!labels.includes(label)) throw new UsageError('cli.unknown-label', { label, labels });
      return [label, field.data];
    }),
  );
}

/** Returns the words of a field, or of `all`, in the language of the command line. */
export function fieldName(name: string): string {
  const field = DeidField.safeParse(name).data;
  return field === undefined ? valueName(name) : inLanguage({ en: field, zh: MASK_WORDS[field] });
}

/** Returns the starter tagger of identifiers, which joins the strict search unless told otherwise. */
export async function taggerFor(
  session: Session,
  options: Options<'deid'>,
): Promise<IdentifierTagger | undefined> {
  const { tagger } = options;
  return reaches(deidLevel(options), 'strict') && (tagger ?? usesTagger(session))
    ? identifierTagger()
    : undefined;
}

interface Detectors {
  readonly model: PersonModel | undefined;
  readonly tagger: IdentifierTagger | undefined;
}

/** Returns the detectors of persons as data. */
export const detectorsOf = ({ model, tagger }: Detectors) => ({
  rules: true,
  graph: true,
  tagger: tagger !== undefined,
  model: model === undefined ? null : { name: model.name, fields: model.fields },
});

/** Returns notes of what finds: the rules, a model with its fields, the tagger. */
export function detectorNotes({ model, tagger }: Detectors): Message[] {
  const fields = Object.entries(model?.fields ?? {}).map(
    ([label, field]) => `${label} → ${fieldName(field)}`,
  );
  return [
    model === undefined
      ? message('deid.by-rules-and-graph')
      : message('deid.by-model', { model: model.name, fields }),
    ...(tagger === undefined ? [] : [message('deid.by-tagger')]),
  ];
}
