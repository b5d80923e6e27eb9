/**
 * Beam search over several masked tokens in any order (Yuan et al. 2021, after X-FACTR, Jiang et al. 2020): each step
 * fills the most confident of the masks that are left, and the best sequences by accumulated log probability stay.
 */

/** A token for a mask, with its log probability. */
export interface TokenChoice {
  readonly token: number;
  readonly logProbability: number;
}

/** Tokens with masks at `places`. */
export interface MaskedSequence {
  readonly ids: Int32Array;
  readonly places: readonly number[];
}

/** Returns for each place of each sequence its most probable tokens, at least as many as the beam is wide. */
export type Guess = (sequences: readonly MaskedSequence[]) => Promise<readonly (readonly TokenChoice[])[][]>;

export interface Filled {
  /** Token of each mask, in the order of places. */
  readonly tokens: readonly number[];
  readonly logProbability: number;
}

interface Beam extends Filled {
  readonly ids: Int32Array;
}

const OPEN = -1;

/** Returns the best fillings of each sequence, falling; all masks of a sequence are filled. */
export async function fillMasks(
  sequences: readonly MaskedSequence[],
  guess: Guess,
  width: number,
): Promise<Filled[][]> {
  let beams: Beam[][] = sequences.map(({ ids, places }) => [
    { ids, tokens: places.map(() => OPEN), logProbability: 0 },
  ]);
  const steps = Math.max(0, ...sequences.map(({ places }) => places.length));
  for (let step = 0; step < steps; step++) {
    const left = beams.flatMap((own, i) =>
      own.flatMap((beam) => {
        const open = sequences[i]!.places.filter((_, mask) => beam.tokens[mask] === OPEN);
        return open.length === 0 ? [] : [{ sequence: i, beam, asked: { ids: beam.ids, places: open } }];
      }),
    );
    const choices = await guess(left.map(({ asked }) => asked));
    const next = beams.map((): Beam[] => []);
    for (const [i, { sequence, beam, asked }] of left.entries())
      for (const [open, place] of asked.places.entries())
        for (const choice of choices[i]![open]!)
          next[sequence]!.push(filled(beam, sequences[sequence]!.places.indexOf(place), place, choice));
    beams = beams.map((own, i) => (next[i]!.length === 0 ? own : bestOf(next[i]!, width)));
  }
  return beams.map((own) => own.map(({ tokens, logProbability }) => ({ tokens, logProbability })));
}

const filled = (
  { ids, tokens, logProbability }: Beam,
  mask: number,
  place: number,
  choice: TokenChoice,
): Beam => ({
  ids: ids.with(place, choice.token),
  tokens: tokens.with(mask, choice.token),
  logProbability: logProbability + choice.logProbability,
});

/** Returns the best different fillings: the same tokens in another order count once, as their best order. */
function bestOf(beams: readonly Beam[], width: number): Beam[] {
  const kept = new Map<string, Beam>();
  for (const beam of beams.toSorted((a, b) => b.logProbability - a.logProbability)) {
    const key = beam.tokens.join(' ');
    if (!kept.has(key)) kept.set(key, beam);
    if (kept.size === width) break;
  }
  return [...kept.values()];
}
