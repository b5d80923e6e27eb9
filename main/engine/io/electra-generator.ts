/** The generator that learned beside an ELECTRA, as an encoder of its own (ElectraForMaskedLM). */
import { MLM_BIAS } from './bert-tensors.ts';
import type { ExportedBert } from './hf-folder.ts';

/** Names of its tensors before and after; the embeddings are those of the discriminator. */
const RENAMES: readonly (readonly [from: RegExp, to: string])[] = [
  [/^(?=bert\.embeddings\.)/, ''],
  [/^generator\.(?=embeddings_project|encoder)/, 'bert.'],
  [/^generator_predictions\.dense/, 'cls.predictions.transform.dense'],
  [/^generator_predictions\.LayerNorm/, 'cls.predictions.transform.LayerNorm'],
  [/^generator_lm_head\.bias$/, MLM_BIAS],
];
const OWN = /^generator[._]/;
const WIDTH_FROM = 'generator.embeddings_project.weight';

/** Returns the encoder without the generator, and the generator where there is one that Hugging Face can hold. */
export function splitGenerator(bert: ExportedBert): {
  readonly encoder: ExportedBert;
  readonly generator: ExportedBert | undefined;
} {
  const { config, weights } = bert;
  const encoder = { ...bert, weights: new Map([...weights].filter(([name]) => !OWN.test(name))) };
  const [hidden, size] = weights.get(WIDTH_FROM)?.shape ?? [];
  if (hidden === undefined || hidden === size) return { encoder, generator: undefined };
  const own = [...weights].flatMap(([name, tensor]) => {
    const found = RENAMES.find(([from]) => from.test(name));
    return found === undefined ? [] : [[name.replace(...found), tensor] as const];
  });
  const generator = {
    ...bert,
    config: {
      ...config,
      hidden_size: hidden,
      embedding_size: size,
      num_attention_heads: Math.max(1, Math.floor(config.num_attention_heads / 4)),
      intermediate_size: 4 * hidden,
    },
    weights: new Map(own),
  };
  return { encoder, generator };
}
