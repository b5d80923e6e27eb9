/** Writes starter models in eight bits and lists them in the manifest. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StarterCard, StarterPart } from '../../../shared/domain/starter.ts';
import { vectorChunks } from '../../engine/embeddings/stored-vectors.ts';
import { vectorOf } from '../../engine/embeddings/word-vectors.ts';
import { quantized } from '../../engine/io/int8-tensors.ts';
import { isLinearModel, MODEL_FILES, ModelFileConfig } from '../../engine/io/model-files.ts';
import { readSafetensors, writeSafetensors } from '../../engine/io/safetensors.ts';
import { joinChunks } from '../../engine/io/tensor-data.ts';
import { StarterManifest, sha256, starterManifest, WORDS_FILE } from '../../inference/starter-files.ts';
import { readStoredVectors } from '../../inference/vector-store.ts';

type Files = ReadonlyMap<string, Uint8Array>;

/** Returns a safetensors file with its matrices in eight bits. */
function inEightBits(bytes: Uint8Array): Uint8Array {
  const { tensors, metadata } = readSafetensors(bytes);
  return writeSafetensors(quantized(tensors), metadata);
}

/** Returns the word vectors of a plain workspace's file in eight bits, without tokens that hold no letter. */
export function packWords(file: string): Files {
  const stored = readStoredVectors(file, null);
  const { vectors } = stored;
  const rows = vectors.tokens.flatMap((token, row) => (/\p{L}/u.test(token) ? [row] : []));
  const values = new Float32Array(rows.length * vectors.dimension);
  rows.forEach((row, i) => {
    values.set(vectorOf(vectors, row), i * vectors.dimension);
  });
  const tokens = rows.map((row) => vectors.tokens[row] ?? '');
  const kept = joinChunks(vectorChunks({ ...stored, vectors: { ...vectors, tokens, values } }));
  return new Map([[WORDS_FILE, inEightBits(kept)]]);
}

/** Returns an exported model's folder with weights in eight bits. Those of linear classifiers stay as they are. */
export function packModel(folder: string): Files {
  const read = (name: string) => readFileSync(join(folder, name));
  const config = ModelFileConfig.parse(JSON.parse(read(MODEL_FILES.config).toString('utf8')));
  const weights = read(MODEL_FILES.weights);
  return new Map<string, Uint8Array>([
    [MODEL_FILES.config, read(MODEL_FILES.config)],
    [MODEL_FILES.vocabulary, read(MODEL_FILES.vocabulary)],
    [MODEL_FILES.weights, isLinearModel(config) ? weights : inEightBits(weights)],
    [MODEL_FILES.card, read(MODEL_FILES.card)],
  ]);
}

/** Replaces a starter model's files, then its entry in the manifest. */
export function writeStarter(
  folder: string,
  part: StarterPart,
  { files, card }: { readonly files: Files; readonly card: StarterCard },
): void {
  const own = join(folder, part);
  if (existsSync(own)) rmSync(own, { recursive: true });
  writeFolder(own, files);
  const entries = [...files].map(([name, bytes]) => [
    name,
    { bytes: bytes.byteLength, sha256: sha256(bytes) },
  ]);
  const { format, parts } = starterManifest(folder);
  const manifest = StarterManifest.parse({
    format,
    parts: { ...parts, [part]: { card, files: Object.fromEntries(entries) } },
  });
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

export function writeFolder(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
}
