/** Model registry: cards, settings and vocabularies; the weights lie in the file models/<id>.safetensors. */
import { z } from 'zod';
import { type ModelUse, taskRow } from '../../../shared/domain/tasks.ts';
import { ModelCard } from '../../../shared/domain/training.ts';
import { flag, insert, json } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { namedRows } from './named-rows.ts';

/** Fields of a card that have columns of their own. */
const COLUMNS = { id: true, name: true, task: true, inUse: true, useInt8: true } as const;
const StoredCard = ModelCard.omit(COLUMNS);
type StoredCard = z.infer<typeof StoredCard>;

const SELECT = 'SELECT id, name, task, in_editor, use_int8, card FROM model';

const Row = z
  .object({
    id: z.number(),
    name: z.string(),
    task: ModelCard.shape.task,
    in_editor: flag,
    use_int8: flag,
    card: json(StoredCard),
  })
  .transform(
    ({ in_editor: inUse, use_int8: useInt8, card, ...row }): ModelCard => ({
      ...row,
      ...card,
      inUse,
      useInt8,
    }),
  );

export const {
  list: listModels,
  get: getModel,
  findByName: findModelByName,
  rename: renameModel,
  remove: deleteModel,
} = namedRows('model', Row, SELECT);

/** Returns the model that is in use there, or `undefined`. */
export const getModelInUse = (db: ReadDb, use: ModelUse): ModelCard | undefined =>
  db.get(Row, `${SELECT} WHERE in_editor = 1 AND task IN (SELECT value FROM json_each(?))`, tasksIn(use));

/** Returns the tasks whose models share a use, as JSON. */
const tasksIn = (use: ModelUse): string =>
  JSON.stringify(ModelCard.shape.task.options.filter((task) => taskRow(task)?.use === use));

const Sources = z.object({ config: z.string(), vocabulary: z.string() });

/** Returns `config.json` and `vocab.txt` of a model as text. */
export const getModelSources = (db: ReadDb, id: number): z.infer<typeof Sources> | undefined =>
  db.get(Sources, 'SELECT config, vocabulary FROM model WHERE id = ?', id);

/** Inserts a card. @throws SqliteError when another model has the name */
export function insertModel(
  db: WriteDb,
  card: Omit<ModelCard, 'id' | 'inUse'>,
  sources: { readonly config: string; readonly vocabulary: string },
): ModelCard {
  const { name, task, useInt8, ...stored } = card;
  const id = insert(db, 'model', { name, task, useInt8, card: StoredCard.parse(stored), ...sources });
  return getModel(db, id)!;
}

/** Puts the model to use in place of its rival, or (`false`) out of use. Column `in_editor` holds this for every task. */
export function setInUse(db: WriteDb, { id, task }: Pick<ModelCard, 'id' | 'task'>, inUse: boolean): void {
  const use = taskRow(task)?.use;
  if (inUse && use !== undefined)
    db.run('UPDATE model SET in_editor = 0 WHERE task IN (SELECT value FROM json_each(?))', tasksIn(use));
  db.run('UPDATE model SET in_editor = ? WHERE id = ?', inUse ? 1 : 0, id);
}

export function setUseInt8(db: WriteDb, id: number, useInt8: boolean): void {
  db.run('UPDATE model SET use_int8 = ? WHERE id = ?', useInt8 ? 1 : 0, id);
}

/** Replaces the fields of a card without columns of their own. */
export function updateCard(db: WriteDb, id: number, card: StoredCard): void {
  db.run('UPDATE model SET card = ? WHERE id = ?', JSON.stringify(StoredCard.parse(card)), id);
}

/** Returns the names of unfinished runs that start from the encoder of that name. */
export const runsBuildingOn = (db: ReadDb, encoder: string): string[] =>
  db
    .all(
      z.object({ name: z.string() }),
      `SELECT name FROM run
        WHERE state NOT IN ('finished', 'cancelled', 'failed')
          AND ((json_extract(settings, '$.network') LIKE 'bert%' OR json_extract(settings, '$.front') = 'encoder'
                OR json_extract(settings, '$.task') = 'pretrain')
               AND json_extract(settings, '$.encoder') = ?
               OR json_extract(settings, '$.augment') = ?)`,
      encoder,
      encoder,
    )
    .map(({ name }) => name);
