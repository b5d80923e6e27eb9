/** A long record made of the samples, every line with the number of its copy so that every place is unique. */
import { readSamples } from '../../main/services/workspace/starter-content.ts';

/** At least `chars` characters, some outside the basic plane; about one mention in ten of them. */
export function largeText(chars: number): string {
  const samples = readSamples();
  let text = '';
  for (let n = 0; text.length < chars; n++) {
    const sample = samples[n % samples.length]?.text.trim() ?? '';
    text += `第${n + 1}份记录（患者𠮷某😀）\n${sample.replaceAll('\n', `〔${n + 1}〕\n`)}\n\n`;
  }
  return text;
}
