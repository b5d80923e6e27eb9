/** `train --task pretrain … --samples N`: the first sequences that the run would read. */
import type { PretrainSample, SampleMention } from '../../shared/domain/pretrain-sample.ts';
import type { PretrainSettings } from '../../shared/domain/pretraining.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { planSamples, runSamples } from '../services/runs/run-samples.ts';
import { integer, note, print, printJson, withSession } from './command.ts';
import type { Options } from './options.ts';
import { pretrainRequest } from './pretrain.ts';

export const showSamples = (
  settings: PretrainSettings,
  options: Options<'train'> & { readonly corpus: readonly string[] },
): Promise<void> =>
  withSession(options, 'starter', async (session) => {
    const count = integer(options.samples, '--samples', 1);
    const { request } = await pretrainRequest(session, settings, options);
    const planned = planSamples(session, { ...request, settings });
    const samples = await runSamples({ request: planned, count, epoch: 0 });
    if (options.json) return printJson(samples);
    for (const sample of samples) printSample(sample);
    note(message('cli.samples-legend'));
  });

/** Prints a line of tokens and a line a mention. */
function printSample({ tokens, mentions, isInOrder }: PretrainSample): void {
  const words = tokens.map(({ token, original, guess, label, cut }) =>
    [
      label === undefined ? token : `${token}/${label}`,
      original === undefined ? '' : guess === undefined ? `(${original})` : `{${original}}`,
      cut === true ? '|' : '',
    ].join(''),
  );
  print(words.join(' '));
  for (const mention of mentions) for (const line of linesOf(mention)) print(line);
  if (isInOrder !== undefined) print(message(isInOrder ? 'cli.sample-in-order' : 'cli.sample-other-pair'));
  print('');
}

function linesOf({
  first,
  last,
  entity,
  before,
  isConsistent,
  neighbour,
  isHidden,
}: SampleMention): Message[] {
  const of = { place: `${first}–${last}`, entity };
  const lines = [
    ...(before === undefined
      ? []
      : [message(isConsistent === true ? 'cli.sample-fits' : 'cli.sample-fits-not', { ...of, before })]),
    ...(neighbour === undefined ? [] : [message('cli.sample-neighbour', { ...of, neighbour })]),
    ...(isHidden === true ? [message('cli.sample-hidden', of)] : []),
  ];
  return lines.length === 0 ? [message('cli.sample-mention', of)] : lines;
}
