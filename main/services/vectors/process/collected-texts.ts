/** Collects the texts of a training once, so that it resumes with the same ones whatever changes meanwhile. */
import { z } from 'zod';
import { CorpusFacts } from '../../../../shared/domain/vectors.ts';
import { withText } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { withDatabase } from '../../../db/connection.ts';
import { iterateTexts } from '../../../db/repositories/records.ts';
import type { RunStorage } from '../../../engine/train/run-types.ts';
import type { UserWord } from '../../../text/segmentation.ts';
import { RECORDS } from '../../data/corpora.ts';
import { CorpusMeter } from '../../data/corpus-facts.ts';
import { corpusTexts, graphNames } from '../../data/embedding-corpus.ts';
import type { VectorTrainEvent, VectorTrainRequest } from './protocol.ts';

const TEXTS = 'texts';
const ABOUT = 'about';
const NEWLINE = 0x0a;
const CHUNK_CHARACTERS = 1_000_000;
/** Largest size in memory; the command line reads larger corpora as a stream. */
const MAX_BYTES = 1_500_000_000;
const TEXTS_A_REPORT = 1000;

const About = z.object({ corpus: CorpusFacts, userWords: z.array(z.string()) });

export interface CollectedTexts {
  readonly corpus: CorpusFacts;
  readonly userWords: readonly UserWord[];
  readonly texts: AsyncIterable<string>;
}

/** Collects the texts unless done before. @throws AppError when there is nothing to read, or a file is damaged */
export async function* collectTexts(
  request: VectorTrainRequest,
  storage: RunStorage,
): AsyncGenerator<VectorTrainEvent, CollectedTexts> {
  const known = storage.read(ABOUT);
  if (known === undefined && request.missing) throw filesGone();
  if (known === undefined) yield* gather(request, storage);
  yield { kind: 'collected' };
  const about = known ?? storage.read(ABOUT);
  const { corpus, userWords } = About.parse(JSON.parse(Buffer.from(about!).toString('utf8')));
  return { corpus, userWords: userWords.map((word) => ({ word })), texts: storedTexts(storage) };
}

const filesGone = (): AppError =>
  new AppError('not-found', 'vectors.files-not-read', {}, { hint: 'hint.start-again-with-files' });

async function* gather(request: VectorTrainRequest, storage: RunStorage): AsyncGenerator<VectorTrainEvent> {
  const meter = new CorpusMeter();
  const lines = new Lines();
  let texts = 0;
  for await (const text of sourceTexts(request)) {
    if (text.trim() === '') continue;
    meter.add(text);
    lines.add(text);
    if (++texts % TEXTS_A_REPORT === 0) yield { kind: 'collecting', texts };
  }
  if (texts === 0) throw new AppError('bad-input', 'vectors.no-text', {}, { hint: 'hint.records-or-file' });
  storage.write(TEXTS, lines.finish());
  const { settings, access } = request;
  const userWords =
    request.graphNames && settings.unit === 'word' ? withDatabase(access, (db) => [...graphNames(db)]) : [];
  const names = [...(request.documents ? [RECORDS] : []), ...request.files.map(({ name }) => name)];
  const about = { corpus: meter.facts(names.join(', ')), userWords };
  storage.write(ABOUT, [Buffer.from(JSON.stringify(about), 'utf8')]);
}

async function* sourceTexts({ access, documents, files }: VectorTrainRequest): AsyncGenerator<string> {
  if (documents) yield* withDatabase(access, (db) => [...iterateTexts(db)]);
  for (const { path, name } of files) {
    try {
      yield* corpusTexts([path]);
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      const { code, localized, kept, hint } = cause;
      const told = withText(localized, (text) => text.replaceAll(path, name)); // people know the file by its own name
      throw new AppError(code, told, { ...(kept ? { kept } : {}), ...(hint ? { hint } : {}), cause });
    }
  }
}

/** Yields the texts as JSON lines, in chunks. */
class Lines {
  readonly #chunks: Uint8Array[] = [];
  #open: string[] = [];
  #characters = 0;
  #bytes = 0;

  add(text: string): void {
    this.#open.push(`${JSON.stringify(text)}\n`);
    this.#characters += text.length;
    if (this.#characters >= CHUNK_CHARACTERS) this.#close();
  }

  finish(): Uint8Array[] {
    this.#close();
    return this.#chunks;
  }

  #close(): void {
    const chunk = Buffer.from(this.#open.join(''), 'utf8');
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_BYTES)
      throw new AppError('too-large', 'vectors.too-many-texts', {}, { hint: 'hint.train-on-command-line' });
    this.#chunks.push(chunk);
    this.#open = [];
    this.#characters = 0;
  }
}

async function* storedTexts(storage: RunStorage): AsyncGenerator<string> {
  const bytes = storage.read(TEXTS);
  if (bytes === undefined)
    throw new AppError('not-found', 'vectors.texts-gone', {}, { hint: 'hint.delete-and-start-new' });
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 0; from < buffer.length; ) {
    const found = buffer.indexOf(NEWLINE, from);
    const end = found < 0 ? buffer.length : found;
    yield z.string().parse(JSON.parse(buffer.toString('utf8', from, end)));
    from = end + 1;
  }
}
