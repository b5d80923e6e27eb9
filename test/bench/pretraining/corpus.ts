/** The corpus of the pre-training bench: its documents, and its sequences for Hugging Face's Trainer. */
import { readFileSync, writeFileSync } from 'node:fs';
import { FrontConfig } from '../../../main/engine/models/fronts/config.ts';
import { encoderTokens } from '../../../main/engine/tasks/make-vocabulary.ts';
import { splitCorpus } from '../../../main/engine/tasks/pretrain/corpus.ts';
import { Packer } from '../../../main/engine/tasks/pretrain/packing.ts';
import { readPiece } from '../../../main/engine/tasks/pretrain/reader.ts';
import { tokenReader } from '../../../main/engine/tasks/read-vocabulary.ts';
import { type CorpusDocument, PretrainSettings } from '../../../shared/domain/pretraining.ts';
import type { PretrainingCase } from './case.ts';

export const documentsOf = (file: string): CorpusDocument[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, id) => {
      if (line === '') return [];
      const { text } = JSON.parse(line) as { text: string }; // safe: the corpus has a text a line
      return [{ id: String(id), text }];
    });

/** Writes the sequences that Meridian trains on, and the vocabulary. */
export function writeSequences({ corpus, encoder, length, sequences, vocabulary }: PretrainingCase): void {
  const settings = PretrainSettings.parse({ task: 'pretrain', encoder, length });
  const { train } = splitCorpus(documentsOf(corpus), { devShare: settings.devShare });
  const tokens = encoderTokens(settings, train, undefined);
  const front = FrontConfig.parse({ kind: 'bert', bert: tokens.bert });
  const { tokenize } = tokenReader(front, tokens.tokenizer, tokens.vocabulary);
  const packer = new Packer({ room: length - 2, least: 1 });
  for (const { text } of train) packer.add(readPiece({ text }, { tokenize }));
  const { ids, starts, count } = packer.finish();
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify([...ids.subarray(starts[i]!, starts[i + 1]!)]),
  );
  writeFileSync(sequences, lines.join('\n'));
  writeFileSync(vocabulary, tokens.vocabulary);
}
