/** Made-up pairs of questions: the same question when the disease is the same, whatever is asked. */

const DISEASES = ['肺炎', '胃炎', '高血压', '糖尿病', '骨折', '湿疹', '贫血', '痛风'];
const ASKED = ['怎么办', '如何治疗', '吃什么药', '会传染吗'];

export interface PairRow {
  readonly id: string;
  readonly text1: string;
  readonly text2: string;
  readonly label: string;
}

export const pairRows = (count: number, from = 0): PairRow[] =>
  Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const same = n % 2 === 0;
    const a = (n >> 1) % 8;
    const b = same ? a : (a + 1 + (n % 7)) % 8;
    return {
      id: `p${n}`,
      text1: `${DISEASES[a]}${ASKED[(n >> 2) % 4]}`,
      text2: `得了${DISEASES[b]}${ASKED[(n >> 3) % 4]}`,
      label: same ? '1' : '0',
    };
  });
