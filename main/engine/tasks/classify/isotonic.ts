/** Isotonic regression: the rising curve nearest to what was seen, by pooling adjacent violators (Zadrozny & Elkan 2002). */
import { invariant } from '../../../../shared/assert.ts';
import type { IsotonicCurve } from '../../../../shared/domain/probabilities.ts';
import type { SortedValues } from './sorted-values.ts';

/** A run of observations that share a value. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  /** Part of the weight whose label holds. */
  readonly holds: number;
}

const levelOf = ({ holds, weight }: Block): number => holds / weight;

/**
 * The rising curve with the least squared error. One more text that tells nothing is added, in two parts: its share
 * that holds below all others, the rest above them, so that neither end of the curve says 0 or 1.
 * @param values log odds; at least one that holds and one that does not
 */
export function fitIsotonic({ all, holding }: SortedValues): IsotonicCurve {
  const share = holding.length / all.length;
  invariant(share > 0 && share < 1, 'isotonic regression: some must hold and some not');
  const [lowest, highest] = [all[0]!, all.at(-1)!];
  const blocks: Block[] = [];
  push(blocks, { from: lowest, to: lowest, weight: share, holds: share });
  for (let [i, held] = [0, 0]; i < all.length; ) {
    const logit = all[i]!;
    let [weight, holds] = [0, 0];
    for (; i < all.length && all[i] === logit; i++) weight++;
    for (; held < holding.length && holding[held] === logit; held++) holds++;
    push(blocks, { from: logit, to: logit, weight, holds });
  }
  push(blocks, { from: highest, to: highest, weight: 1 - share, holds: 0 });
  return curveOf(blocks);
}

/** Appends a block and joins it with those before it that are not lower. */
function push(blocks: Block[], added: Block): void {
  let last = added;
  for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
    if (levelOf(before) < levelOf(last)) break;
    blocks.pop();
    last = {
      from: before.from,
      to: last.to,
      weight: before.weight + last.weight,
      holds: before.holds + last.holds,
    };
  }
  blocks.push(last);
}

/** A level piece for each block. */
function curveOf(blocks: readonly Block[]): IsotonicCurve {
  const points = blocks.flatMap((block) => {
    const value = levelOf(block);
    const ends = block.from === block.to ? [block.from] : [block.from, block.to];
    return ends.map((x) => ({ x, y: value }));
  });
  return { x: points.map(({ x }) => x), y: points.map(({ y }) => y) };
}

/** The curve's value: between two points on the line through them, beyond the ends that of the end. */
export function isotonicAt({ x, y }: IsotonicCurve, logit: number): number {
  let [low, high] = [0, x.length - 1];
  if (logit <= x[low]!) return y[low]!;
  if (logit >= x[high]!) return y[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x[middle]! <= logit) low = middle;
    else high = middle;
  }
  const share = (logit - x[low]!) / (x[high]! - x[low]!);
  return y[low]! + share * (y[high]! - y[low]!);
}
