/** Mentions of the graph's entities in a corpus, linked once for each version of the graph and kept beside the corpus. */
import type { CorpusDocument } from '../../../shared/domain/pretraining.ts';
import type { Linker } from '../../kg/linker/linker.ts';
import { readSealed, writeSealed } from '../../workspace/sealed-file.ts';
import { dataFile } from './data-store.ts';

/** Start, end and entity of the mentions of each document, one after another. */
type CorpusMentions = readonly Int32Array[];

/**
 * Links all documents. Entities are numbered by `rows`; others are left out, and of nested mentions the inner ones.
 * Takes about 4 s of processor time for 14 million characters.
 */
export const linkCorpus = (
  documents: readonly CorpusDocument[],
  linker: Linker,
  rows: ReadonlyMap<number, number>,
): CorpusMentions =>
  documents.map(({ text }) =>
    Int32Array.from(
      linker.link(text).flatMap(({ start, end, entityId }) => {
        const row = rows.get(entityId);
        return row === undefined ? [] : [start, end, row];
      }),
    ),
  );

interface Place {
  readonly workspaceDir: string;
  readonly fileKey: Uint8Array | null;
  /** Hash of the corpus. */
  readonly sha256: string;
  readonly fingerprint: string;
}

const fileOf = ({ workspaceDir, sha256, fingerprint }: Place): string =>
  `${dataFile(workspaceDir, sha256)}.${fingerprint.slice(0, 16)}`;

/** @throws AppError `corrupt` */
export function readMentions(place: Place): CorpusMentions | undefined {
  const bytes = readSealed(fileOf(place), place.fileKey);
  if (bytes === undefined) return undefined;
  const numbers = new Int32Array(bytes.slice().buffer);
  const lengths = numbers.subarray(1, 1 + (numbers[0] ?? 0));
  let at = 1 + lengths.length;
  return Array.from(lengths, (length) => {
    at += length;
    return numbers.subarray(at - length, at);
  });
}

/** Writes the number of documents, the numbers of each, and all mentions. */
export function keepMentions(place: Place, mentions: CorpusMentions): void {
  const head = Int32Array.from([mentions.length, ...mentions.map(({ length }) => length)]);
  const chunks = [head, ...mentions].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  writeSealed(fileOf(place), [Buffer.concat(chunks)], place.fileKey);
}
