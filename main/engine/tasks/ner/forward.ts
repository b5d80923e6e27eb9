/** Texts through a tagger on any executor: windows of many texts batched together. */
import { invariant } from '../../../../shared/assert.ts';
import type { TokenSequence } from '../../../text/tokens.ts';
import { mergeRows } from '../../../text/windows.ts';
import type { Model } from '../../models/model.ts';
import type { TaggerConfig } from '../../models/tagger/config.ts';
import { CRF, TAGGING_HEADS } from '../../models/tagger/heads.ts';
import { untaggedTokens } from '../../models/tagger/model.ts';
import type { ParameterStore, Values } from '../../runtime/program.ts';
import { BatchedForward, type BatchedForwardSettings, type ForwardOptions } from '../batched-forward.ts';
import { turns } from '../turns.ts';
import { emissionsOfWindows } from './batches.ts';
import { decodeEntities, type NerHead, type PredictedEntity } from './decode.ts';
import { type NerReader, type NerWindow, predictionWindows, type WindowSize } from './windows.ts';

export interface ForwardSettings
  extends Pick<BatchedForwardSettings<NerWindow>, 'weights' | 'batchTokens' | 'lengths' | 'feeds'> {
  readonly config: TaggerConfig;
  readonly reader: NerReader;
  readonly window: WindowSize;
  readonly model: Model;
}

/** The output of a tagger for one text. */
export interface TextEmissions {
  readonly tokens: TokenSequence;
  /** The head's rows, [tokens × width]: scores of the tags, or what scores of spans follow from. */
  readonly emissions: Float32Array;
}

export class NerForward {
  readonly reader: NerReader;
  /** Whether texts share rows, those of other lengths best. */
  readonly packs: boolean;
  readonly #window: WindowSize;
  /** Values of a token's row. */
  readonly #width: number;
  readonly #forward: BatchedForward<NerWindow>;

  constructor(store: ParameterStore, { config, reader, window, ...settings }: ForwardSettings) {
    this.reader = reader;
    this.packs = settings.model.packs === true;
    this.#window = window;
    this.#width = TAGGING_HEADS[config.head].width(reader.tagSet);
    const { before, after } = untaggedTokens(config);
    this.#forward = new BatchedForward(store, {
      ...settings,
      reader,
      task: 'ner',
      output: 'emissions',
      longest: window.length,
      split: (emissions, windows, { batch, length }, starts) =>
        emissionsOfWindows(emissions, windows, [batch, length - before - after, this.#width], starts),
    });
  }

  /** In the order of the texts. */
  async emissionsOf(texts: readonly string[], options: ForwardOptions = {}): Promise<TextEmissions[]> {
    const parts = texts.map((text) => predictionWindows(text, this.reader, this.#window));
    const rows = await this.#forward.run(
      parts.flatMap((part) => part.windows),
      options,
    );
    let at = 0;
    return parts.map(({ tokens, windows: own }) => {
      const ownRows = rows.slice(at, at + own.length);
      at += own.length;
      const plan = own.map(({ window }) => window);
      return { tokens, emissions: mergeRows(plan, ownRows, this.#width) };
    });
  }

  /** Ends the programs; the store stays. */
  dispose(): Promise<void> {
    return this.#forward.dispose();
  }
}

/**
 * Returns the decoder of the model's head.
 * @param values the model's parameters by name
 * @param longest tokens of a window
 */
export function nerHead({ head }: TaggerConfig, values: Values, longest: number): NerHead {
  if (head === 'softmax') return { kind: head };
  if (head !== 'crf') return { kind: head, longest };
  const score = (name: string) => {
    const found = values[`${CRF}.${name}`];
    invariant(found !== undefined, `tagger: parameter ${CRF}.${name} is missing`);
    return found;
  };
  return {
    kind: 'crf',
    scores: {
      transitions: score('transitions'),
      start: score('start_transitions'),
      end: score('end_transitions'),
    },
  };
}

export interface PredictOptions extends ForwardOptions {
  /** Turns what the model says about a text into entities; absent: `decodeEntities`. */
  readonly decode?: typeof decodeEntities;
  /** Told after each group of texts. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Sees what the model says about each text, by its number, before it is forgotten. */
  readonly onEmissions?: (text: number, found: TextEmissions) => void;
}

/** Characters of texts whose emissions are in memory at one time. */
const GROUP_CHARACTERS = 65_536;

/** Entities of each text, in the order of the texts. */
export async function predictEntities(
  forward: NerForward,
  head: NerHead,
  texts: readonly string[],
  { between, decode = decodeEntities, onProgress, onEmissions }: PredictOptions = {},
): Promise<PredictedEntity[][]> {
  const { tagSet } = forward.reader;
  const found = texts.map((): PredictedEntity[] => []);
  const turn = turns(between);
  let done = 0;
  for (const group of groupsOf(texts, forward.packs)) {
    const results = await forward.emissionsOf(
      group.map((text) => texts[text]!),
      between === undefined ? {} : { between },
    );
    for (const [i, result] of results.entries()) {
      await turn();
      found[group[i]!] = decode(result.emissions, result.tokens, { tagSet, head });
      onEmissions?.(group[i]!, result);
    }
    done += group.length;
    onProgress?.(done, texts.length);
  }
  return found;
}

/** Numbers of the texts, those of like length together unless they are `mixed`. */
function groupsOf(texts: readonly string[], mixed: boolean): number[][] {
  const order = [...texts.keys()];
  if (!mixed) order.sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const groups: number[][] = [];
  let room = 0;
  for (const text of order) {
    const size = texts[text]!.length;
    if (groups.length === 0 || size > room) {
      groups.push([]);
      room = GROUP_CHARACTERS;
    }
    groups.at(-1)!.push(text);
    room -= size;
  }
  return groups;
}
