/** Attention pictures of an encoder: a text with its entities, each also with a synonym and a random entity in its place. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { LexiconName } from '../../../shared/domain/graph.ts';
import type { AttendedEntity, AttentionReport } from '../../../shared/domain/probe.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import { RandomStream } from '../../engine/layers/random.ts';
import {
  type AttentionMatrix,
  attentionOf,
  MOST_TOKENS,
  summedAttention,
} from '../../engine/tasks/probe/attention.ts';
import { storedEncoder } from '../../engine/tasks/probe/encoder.ts';
import { cosine } from '../../engine/tasks/probe/similarity.ts';
import { readModelFiles } from '../../inference/model-store.ts';
import { joinPair } from '../../text/encoding.ts';
import { readFileKey } from '../../workspace/file-key.ts';
import type { TaskInput } from '../background/protocol.ts';
import { getModel } from '../models/models.ts';
import type { Session } from '../session/session.ts';

/** Most entities whose attention is drawn, the first ones of the text. */
const MOST_ENTITIES = 8;
const SEED = 1;
/** Digits of the weights in a report. */
const DIGITS = 4;

/** Draws a text in the background. @throws AppError `bad-input` when it is too long, `bad-request` without an encoder */
export async function attentionInBackground(
  session: Session,
  { id, text }: Parsed<'models.attention'>,
): Promise<AttentionReport> {
  const { name } = getModel(session, id);
  const { mentions } = await session.engine.run('annotate', { text });
  const entities = mentions
    .filter(({ depth, entityId }) => depth === 0 && entityId !== undefined)
    .slice(0, MOST_ENTITIES)
    .map(({ start, end, type, entityId = 0 }) => ({ start, end, type, entityId }));
  return session.background.run('attention', {
    ...{ id, name, text, entities, workspaceDir: session.workspace.dir },
  });
}

/** A text with other words in an entity's place. */
interface Variant {
  readonly kind: AttendedEntity['curves'][number]['kind'];
  readonly name: string;
  readonly text: string;
  readonly span: Span;
}

/** Draws a text by a stored model, as a background task. */
export async function attentionStored(
  db: ReadDb,
  { id, name, text, entities, workspaceDir }: TaskInput<'attention'>,
): Promise<AttentionReport> {
  const files = readModelFiles(db, workspaceDir, readFileKey(db), id);
  const encoder = storedEncoder(name, files);
  const { reader, bert } = encoder;
  const longest = Math.min(MOST_TOKENS, bert.max_position_embeddings);
  const read = (words: string) => joinPair(reader.vocabulary, reader.tokenize(words));
  const own = read(text);
  if (own.length > longest)
    throw new AppError('bad-input', 'models.attention-too-long', {
      tokens: own.length - 2,
      most: longest - 2,
    });
  const texts = variantsOf(db, text, entities).map((variants) =>
    variants
      .map((variant) => ({ ...variant, tokens: read(variant.text) }))
      .filter(({ tokens }) => tokens.length <= longest),
  );
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const all = [own, ...texts.flat().map(({ tokens }) => tokens)];
    const inputs = all.map(({ ids, length }) => ({ ids: ids.slice(0, length) }));
    const [matrices = [], ...others] = await summedAttention(executor, encoder, files.weights, inputs);
    let next = 0;
    return {
      tokens: Array.from({ length: own.length }, (_, i) =>
        own.starts[i]! < 0 ? reader.vocabulary.tokens[own.ids[i]!]! : text.slice(own.starts[i], own.ends[i]),
      ),
      heads: bert.num_attention_heads,
      layers: matrices.map((layer) => layer.map((row) => row.map(rounded))),
      entities: entities.map(({ start, end, type }, i) => ({
        name: text.slice(start, end),
        type,
        ...tokensWithin(own, { start, end }),
        curves: curvesOf(
          tokensWithin(own, { start, end }),
          matrices,
          texts[i]!.map(({ kind, name: words, tokens, span }) => ({
            kind,
            name: words,
            within: tokensWithin(tokens, span),
            layers: others[next++]!,
          })),
        ),
      })),
    };
  } finally {
    await executor.dispose();
  }
}

interface Tokens {
  readonly from: number;
  readonly to: number;
}

/** Returns the tokens that touch a span, `to` exclusive. */
function tokensWithin(
  {
    starts,
    ends,
    length,
  }: { readonly starts: Int32Array; readonly ends: Int32Array; readonly length: number },
  { start, end }: Span,
): Tokens {
  const inside = Array.from({ length }, (_, i) => i).filter((i) => starts[i]! < end && start < ends[i]!);
  return { from: inside[0] ?? 0, to: (inside.at(-1) ?? -1) + 1 };
}

/** Returns the entity's own curve and those of its variants with as many other tokens, with their cosine to its own. */
function curvesOf(
  { from, to }: Tokens,
  layers: readonly AttentionMatrix[],
  variants: readonly {
    readonly kind: Variant['kind'];
    readonly name: string;
    readonly within: Tokens;
    readonly layers: readonly AttentionMatrix[];
  }[],
): AttendedEntity['curves'] {
  const own = layers.map((layer) => attentionOf(layer, from, to));
  return variants.flatMap(({ kind, name, within, layers: other }) => {
    const values = other.map((layer) => attentionOf(layer, within.from, within.to));
    if (values[0]?.length !== own[0]?.length) return [];
    const similarity = values.map((curve, i) =>
      rounded(cosine(Float32Array.from(curve), Float32Array.from(own[i]!))),
    );
    return [{ kind, name, similarity, layers: values.map((curve) => curve.map(rounded)) }];
  });
}

const rounded = (value: number): number => Number(value.toFixed(DIGITS));

/** Returns for each entity its own text, one with another of its names, and one with another entity of its type. */
function variantsOf(db: ReadDb, text: string, entities: TaskInput<'attention'>['entities']): Variant[][] {
  const names = entities.length === 0 ? [] : [...loadLexicon(db)];
  const random = new RandomStream({ seed: SEED, purpose: 'attention' });
  return entities.map(({ start, end, type, entityId }) => {
    const words = text.slice(start, end);
    const others = names.filter((name) => name.type === type && name.entityId !== entityId && name.preferred);
    const synonyms = names.filter((name) => name.entityId === entityId && name.name !== words);
    const chosen: readonly [Variant['kind'], string | undefined][] = [
      ['own', words],
      ['synonym', likest(synonyms, words)],
      ['random', likest(random.shuffle(others).slice(0, 50), words)],
    ];
    return chosen.flatMap(([kind, name]): Variant[] =>
      name === undefined
        ? []
        : [
            {
              kind,
              name,
              text: text.slice(0, start) + name + text.slice(end),
              span: { start, end: start + name.length },
            },
          ],
    );
  });
}

/** Returns the first name whose length is nearest to that of the words. */
const likest = (names: readonly LexiconName[], words: string): string | undefined =>
  names.toSorted((a, b) => distance(a, words) - distance(b, words))[0]?.name;

const distance = ({ name }: LexiconName, words: string): number => Math.abs(name.length - words.length);
