/** Temperature scaling (Guo et al. 2017, On Calibration of Modern Neural Networks). */

/** log of the inverse temperature is looked for between these. */
const RANGE = { from: Math.log(0.05), to: Math.log(20) };
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const SEARCH_STEPS = 60;

/** The temperature of the least negative log likelihood; texts whose label has no logit are left out. */
export function fitTemperature(rows: readonly Float32Array[], gold: readonly (readonly number[])[]): number {
  const texts = rows.flatMap((row, i) => {
    const label = gold[i]![0];
    return label === undefined || label >= row.length ? [] : [{ row, label }];
  });
  const loss = (logInverse: number) => temperatureLoss(texts, Math.exp(logInverse));
  const found = smallest(loss);
  const better = texts.length > 0 && loss(found) < loss(0);
  return better ? Math.exp(-found) : 1;
}

/** Convex in the inverse temperature. */
function temperatureLoss(
  texts: readonly { readonly row: Float32Array; readonly label: number }[],
  inverse: number,
): number {
  let total = 0;
  for (const { row, label } of texts) {
    const top = row.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    let sum = 0;
    for (const logit of row) sum += Math.exp((logit - top) * inverse);
    total += Math.log(sum) - (row[label]! - top) * inverse;
  }
  return total;
}

/** Golden section. */
function smallest(loss: (x: number) => number): number {
  let { from, to } = RANGE;
  let [left, right] = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
  let [lossLeft, lossRight] = [loss(left), loss(right)];
  for (let step = 0; step < SEARCH_STEPS && to - from > 1e-6; step++) {
    if (lossLeft <= lossRight) {
      [to, right, lossRight] = [right, left, lossLeft];
      left = to - GOLDEN * (to - from);
      lossLeft = loss(left);
    } else {
      [from, left, lossLeft] = [left, right, lossRight];
      right = from + GOLDEN * (to - from);
      lossRight = loss(right);
    }
  }
  return (from + to) / 2;
}
