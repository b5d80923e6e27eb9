/** Reads a stored tagger's vocabulary, tokenizer and tags from its files. */
import { message } from '../../../../shared/messages/message.ts';
import { splitLexicon } from '../../../text/lexicon.ts';
import { createTagSet } from '../../../text/tag-set.ts';
import type { TaggerFile } from '../../io/model-files.ts';
import { badFile } from '../../io/tensor-data.ts';
import { lexiconReader } from '../lexicon-setup.ts';
import { tokenReader } from '../read-vocabulary.ts';
import { type NerReader, tokensPerWindow } from './windows.ts';

/** @throws AppError when vocabulary, settings and model do not fit together */
export function nerReader(config: TaggerFile, vocabulary: string): NerReader {
  const { model, window } = config;
  const { front, tags } = model;
  if (new Set(tags.types).size !== tags.types.length)
    throw badFile('config.json', message('models.label-twice'));
  const { vocabulary: tokens, lexicon } = splitLexicon(vocabulary);
  const reader = {
    ...tokenReader(front, config.tokenizer, tokens),
    ...lexiconReader(model.lexicon, lexicon),
    tagSet: createTagSet(tags.types, tags.scheme),
    head: model.head,
  };
  const longest = front.kind === 'bert' ? front.bert.max_position_embeddings : Number.POSITIVE_INFINITY;
  if (window.length > longest || window.overlap >= tokensPerWindow(window, reader)) {
    throw badFile(
      'config.json',
      message('models.windows-too-long', { length: window.length, overlap: window.overlap }),
    );
  }
  return reader;
}
