/** First line of word2vec files: number of rows and dimension. */

export interface Word2VecHeader {
  readonly rows: number;
  readonly dimension: number;
}

export function parseHeader(line: string): Word2VecHeader | undefined {
  const match = /^\s*(\d{1,12})\s+(\d{1,12})\s*$/.exec(line);
  return match === null ? undefined : { rows: Number(match[1]), dimension: Number(match[2]) };
}

export const formatHeader = ({ rows, dimension }: Word2VecHeader): Uint8Array =>
  new TextEncoder().encode(`${rows} ${dimension}\n`);
