/** Reads annotated files in a background process, under the same limits as the app. */
import type { AnnotatedDocument, AnnotationFormat } from '../../shared/domain/annotation.ts';
import { spawnHere } from '../processes/spawn-here.ts';
import type { Incoming } from '../services/annotation-files/read-incoming.ts';
import { givenFiles } from '../services/annotation-files/unpack.ts';
import { joinPieces } from '../services/background/parts.ts';
import { BackgroundProcesses } from '../services/background/processes.ts';

export interface Annotated extends Incoming {
  readonly format: AnnotationFormat;
}

/**
 * Reads files, archives or folders, one after the other and without a workspace.
 * @param format absent: detected
 * @throws AppError `bad-input` when a file is of no known format or breaks the rules of the one named
 */
export async function readAnnotated(
  paths: readonly string[],
  format: AnnotationFormat | undefined,
): Promise<Annotated[]> {
  const background = new BackgroundProcesses(
    () => spawnHere('background'),
    () => undefined,
  );
  try {
    const all: Annotated[] = [];
    for (const file of givenFiles(paths)) {
      const documents: AnnotatedDocument[] = [];
      const facts = await background.run(
        'readFiles',
        { files: [file], format: format ?? 'annotations' },
        { onPart: (part) => joinPieces(documents, part) },
      );
      // safe: only texts have another format, and they were refused
      all.push({ ...facts, format: facts.format as AnnotationFormat, documents });
    }
    return all;
  } finally {
    await background.stop();
  }
}
