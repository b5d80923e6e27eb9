/** Made-up diagnoses as doctors write them, with their standard terms. */
import type { ClassifiedDocument } from '../../../../shared/domain/classification.ts';

export const SITES = ['肺', '胃', '肝', '肾', '膀胱', '食管', '胰腺', '甲状腺'];
/** Words of doctors, and their standard term. */
const WRITTEN = [
  ['癌', '恶性肿瘤'],
  ['Ca', '恶性肿瘤'],
  ['息肉', '息肉'],
  ['结石', '结石'],
] as const;
const SIDES = ['', '左侧', '右侧', '考虑'];

const one = (n: number): readonly [written: string, term: string] => {
  const site = SITES[n % SITES.length]!;
  const [short, term] = WRITTEN[(n >> 3) % WRITTEN.length]!;
  return [`${SIDES[(n >> 1) % SIDES.length]}${site}${short}`, `${site}${term}`];
};

/** Returns texts, every third of which names two. */
export const termDocuments = (count: number, from = 0): ClassifiedDocument[] =>
  Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const [[first, term], [second, other]] = [one(n), one(n * 7 + 3)];
    const isList = n % 3 === 0 && term !== other;
    return {
      id: `n${n}`,
      text: isList ? `${first}；${second}` : first,
      labels: isList ? [term, other] : [term],
    };
  });
