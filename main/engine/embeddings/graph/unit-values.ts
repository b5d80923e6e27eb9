/** Divides the complex values of a row, `width` real parts and as many imaginary parts, by their moduli. */
export function keepUnitValues(row: Float32Array, width: number): void {
  const half = row.length / 2;
  for (let i = 0; i < width; i++) {
    const modulus = Math.hypot(row[i]!, row[half + i]!);
    if (modulus === 0) continue;
    row[i]! /= modulus;
    row[half + i]! /= modulus;
  }
}
