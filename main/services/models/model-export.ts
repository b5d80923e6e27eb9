/** Exports models as folders, which are not encrypted. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ModelCard } from '../../../shared/domain/training.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { exportForPipeline } from '../../engine/io/hf-pipeline.ts';
import { exportFolder } from '../../engine/io/model-folder.ts';
import { fileNameOf } from '../../formats/annotations/file-names.ts';
import { resourcePath } from '../../resources.ts';
import { replaceFile } from '../../workspace/atomic-file.ts';
import { dbOf, type Session } from '../session/session.ts';
import { getModel, loadModel } from './models.ts';

/** Writes the model atomically as the folder `target`, which must be missing or empty. */
export function exportModel(session: Session, which: number | string, target: string): string {
  const { card, files } = loadModel(session, which);
  return writeFolder(exportFolder(files, card), target, () => noteExport(session, card));
}

const noteExport = (session: Session, { id, name }: ModelCard): void =>
  auditAlone(dbOf(session), session.actor, 'model.export', `model:${id}`, { name, encrypted: false });

/** Programs that run an exported `model.onnx`, put beside it. */
const EXAMPLES = ['example.py', 'example.mjs'];

/**
 * Writes a tagger or classifier as a folder that transformers runs as a pipeline; returns what the folder does not hold.
 * @param onnx adds `model.onnx` and examples that run it
 * @throws AppError for models that no pipeline computes
 */
export function exportPipeline(
  session: Session,
  which: number | string,
  target: string,
  { onnx = false } = {},
): { readonly path: string; readonly losses: readonly Message[] } {
  const { card, files } = loadModel(session, which);
  const { files: written, losses } = exportForPipeline(files, { onnx });
  const examples = onnx
    ? EXAMPLES.map((name) => [name, [readFileSync(resourcePath('onnx', name))]] as const)
    : [];
  return {
    path: writeFolder(new Map([...written, ...examples]), target, () => noteExport(session, card)),
    losses,
  };
}

/**
 * Writes a folder whole or not at all; it must be missing or empty. Returns its path.
 * @param audit called before it takes its name
 */
export function writeFolder(
  files: ReadonlyMap<string, readonly Uint8Array[]>,
  target: string,
  audit: () => void,
): string {
  const folder = resolve(target);
  refuseUsed(folder);
  const unfinished = join(dirname(folder), `${basename(folder)}.${process.pid}.tmp`);
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    for (const [name, chunks] of files) {
      mkdirSync(dirname(join(unfinished, name)), { recursive: true, mode: 0o700 });
      replaceFile(join(unfinished, name), (write) => {
        for (const chunk of chunks) write(chunk);
      });
    }
    if (existsSync(folder)) rmdirSync(folder); // an empty one
    audit();
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

function refuseUsed(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new AppError(
    'conflict',
    'files.folder-not-empty',
    { folder },
    { kept: 'kept.nothing-written', hint: 'hint.new-folder' },
  );
}

/** Writes the model into the workspace's `exports/`; returns the folder. */
export function exportToWorkspace(session: Session, id: number): string {
  const { name } = getModel(session, id);
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
  return exportModel(session, id, join(session.workspace.dir, 'exports', `${fileNameOf(name)}-${stamp}`));
}
