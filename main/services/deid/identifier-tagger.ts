/** The starter tagger of identifiers, opened once a process at first use. Without it the rules work alone. */
import { AppError } from '../../../shared/result.ts';
import type { DetectOptions } from '../../deid/detect.ts';
import { LEAST_MARK, MarkLevels } from '../../deid/marks.ts';
import { readable } from '../../deid/readable.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import { readStarter } from '../../inference/starter-files.ts';

type Marks = NonNullable<DetectOptions['marks']>;

/** Marks the identifiers of a text; several texts at once cost about half as much each. */
export interface IdentifierTagger {
  (text: string): Promise<Marks | undefined>;
  readonly many: (texts: readonly string[]) => Promise<readonly (Marks | undefined)[]>;
}

/** Most texts and characters that are marked at once. */
const GROUP = { texts: 64, characters: 60_000 };

/** Yields items in groups with the marks of their texts. @param marksOf absent: no marks */
export async function* markedInGroups<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  textOf: (item: Item) => string | undefined,
  marksOf: IdentifierTagger | undefined,
): AsyncGenerator<{ readonly item: Item; readonly marks: Marks | undefined }> {
  let group: Item[] = [];
  let characters = 0;
  async function* marked(): AsyncGenerator<{ item: Item; marks: Marks | undefined }> {
    const all = await marksOf?.many(group.map((item) => textOf(item) ?? ''));
    for (const [i, item] of group.entries()) yield { item, marks: all?.[i] };
    [group, characters] = [[], 0];
  }
  for await (const item of items) {
    group.push(item);
    characters += textOf(item)?.length ?? 0;
    if (group.length >= GROUP.texts || characters >= GROUP.characters) yield* marked();
  }
  yield* marked();
}

/** File of the levels beside the model. */
const LEVELS_FILE = 'levels.json';

let opened: Promise<IdentifierTagger | undefined> | undefined;

/** Returns the tagger; `undefined` when it is missing or damaged, of which the settings tell. */
export function identifierTagger(): Promise<IdentifierTagger | undefined> {
  opened ??= open();
  return opened;
}

async function open(): Promise<IdentifierTagger | undefined> {
  try {
    const { starterModel } = await import('../../inference/starter.ts');
    const { files } = starterModel('deid');
    return await openIdentifierTagger(files, levelsOf(readStarter('deid').get(LEVELS_FILE)));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Opens a tagger of identifiers from its files. @throws AppError when they are damaged */
export async function openIdentifierTagger(files: ModelFiles, levels: MarkLevels): Promise<IdentifierTagger> {
  const { openExecutor } = await import('../../engine/runtime/executors.ts'); // large, as are the next two
  const { markTokens } = await import('../../engine/tasks/ner/mark-tokens.ts');
  const { NerPredictor } = await import('../../engine/tasks/ner/predictor.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  const predictor = await NerPredictor.open(executor, files, { decode: markTokens(LEAST_MARK) });
  const many: IdentifierTagger['many'] = async (texts) => {
    const found = await predictor.predict(texts.map(readable));
    return texts.map((text, i) => (text.trim() === '' ? undefined : { tokens: found[i] ?? [], levels }));
  };
  return Object.assign(async (text: string) => (await many([text]))[0], { many });
}

function levelsOf(bytes: Uint8Array | undefined): MarkLevels {
  if (bytes === undefined)
    throw new AppError('not-found', 'starter.missing', { name: `deid/${LEVELS_FILE}` });
  return MarkLevels.parse(JSON.parse(new TextDecoder().decode(bytes)));
}
