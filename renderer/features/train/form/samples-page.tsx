import { InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  PretrainSample,
  SampleMention,
  SampleToken,
} from '../../../../shared/domain/pretrain-sample.ts';
import { call } from '../../../api/client.ts';
import { useWatchedQuery } from '../../../api/stoppable.ts';
import { useDataSets } from '../../../api/training.ts';
import { useStore } from '../../../lib/use-store.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { WorkNote } from '../../../ui/work-note.tsx';
import { BackLink } from '../back-link.tsx';
import { useTrain } from '../train-context.ts';
import { useDraftReading, useTrainSet } from './use-draft-reading.ts';

/** Sequences that are shown. */
const SHOWN = 20;
const MOST_EPOCHS = 1000;

/** The first sequences of the pre-training run in the form: what is masked, replaced and guessed in them. */
export function SamplesPage() {
  const { t } = useTranslation();
  const { state, go } = useTrain();
  const draft = useStore(state.draft);
  const { settings } = useDraftReading(draft).reading;
  const train = useTrainSet(draft);
  const sets = useDataSets().data ?? [];
  const [epoch, setEpoch] = useState(1);
  const dev = sets.find((set) => set.id === draft.dev && set.task === 'pretrain')?.id ?? train;
  const request =
    settings?.task === 'pretrain' && train !== undefined && dev !== undefined
      ? { settings, train, dev, count: SHOWN, epoch: epoch - 1 }
      : undefined;
  const { data, error, isWorking, progress, cancel, again } = useWatchedQuery({
    queryKey: ['samples', JSON.stringify(request)],
    request: (ticket) => call('runs.samples', { ...request!, ticket }),
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <article className="run-page column samples-page" data-testid="samples-page">
      <header className="run-head column">
        <div className="run-title row wrap">
          <BackLink name={t('train.newRun')} onBack={() => go({ kind: 'new' })} />
          <h1>{t('pretrain.samples.title')}</h1>
          <span className="spacer" />
          <span className="row samples-epoch">
            <span aria-hidden>{t('pretrain.samples.epoch')}</span>
            <InputNumber
              value={epoch}
              aria-label={t('pretrain.samples.epoch')}
              min={1}
              max={MOST_EPOCHS}
              precision={0}
              data-testid="samples-epoch"
              onChange={(next) => next !== null && setEpoch(next)}
            />
          </span>
        </div>
        <p className="muted">{t('pretrain.samples.about', { n: SHOWN })}</p>
        <p className="samples-legend fine wrap row">
          <span className="is-masked">{t('pretrain.samples.masked')}</span>
          <span className="is-kept">{t('pretrain.samples.kept')}</span>
          <span className="is-part">{t('pretrain.samples.part')}</span>
          <span className="is-replaced">{t('pretrain.samples.replaced')}</span>
          <span className="is-mention">{t('pretrain.samples.mention')}</span>
        </p>
      </header>
      {request === undefined && <p className="muted samples-note">{t('pretrain.samples.needs')}</p>}
      {isWorking && <WorkNote title={t('pretrain.samples.making')} progress={progress} onCancel={cancel} />}
      {error !== null && !isWorking && <ErrorNote error={error} onRetry={again} />}
      {data !== undefined && !isWorking && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must scroll by key too
        <ol className="samples-list" tabIndex={0} data-testid="samples-list">
          {data.map((sample, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sequences have no other name
            <Sample key={number} sample={sample} />
          ))}
        </ol>
      )}
    </article>
  );
}

function Sample({ sample: { tokens, mentions, isInOrder } }: { readonly sample: PretrainSample }) {
  const { t } = useTranslation();
  const facts = [
    ...(isInOrder === undefined ? [] : [t(`pretrain.samples.${isInOrder ? 'inOrder' : 'otherPair'}`)]),
    ...mentions.flatMap(({ entity, before, isConsistent, neighbour, isHidden }) => [
      ...(before === undefined
        ? []
        : [t(`pretrain.samples.${isConsistent === true ? 'fits' : 'fitsNot'}`, { entity, before })]),
      ...(neighbour === undefined ? [] : [t('pretrain.samples.neighbour', { entity, neighbour })]),
      ...(isHidden === true ? [t('pretrain.samples.hidden', { entity })] : []),
    ]),
  ];
  return (
    <li className="sample">
      <p lang="zh" className="sample-tokens">
        {tokens.map((token, at) => (
          <Token
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name
            key={at}
            token={token}
            mention={mentions.find(({ first, last }) => first <= at && at <= last)}
            isOther={at > 0 && tokens[at - 1]!.segment !== token.segment}
          />
        ))}
      </p>
      {facts.length > 0 && <p className="muted fine">{facts.join(' · ')}</p>}
    </li>
  );
}

interface TokenProps {
  readonly token: SampleToken;
  readonly mention: SampleMention | undefined;
  /** Begins another segment or text. */
  readonly isOther: boolean;
}

/** A token with the one of the text beside it where another is read; its label stands above. */
function Token({ token: { token, original, guess, label, cut }, mention, isOther }: TokenProps) {
  const { t } = useTranslation();
  const kind =
    guess === undefined
      ? original !== undefined && 'is-replaced'
      : guess === 'core' || guess === 'modifier'
        ? 'is-part'
        : token === original
          ? 'is-kept'
          : 'is-masked';
  const classes = [
    'token',
    kind,
    mention !== undefined && 'is-mention',
    mention?.before !== undefined && 'is-replaced',
    cut === true && 'is-cut',
  ].filter((name) => name !== false);
  return (
    <>
      {isOther && <span className="sample-break" aria-hidden />}
      <span className={classes.join(' ')} title={guess && t(`pretrain.samples.guess.${guess}`)}>
        {label !== undefined && <sup>{label}</sup>}
        {token}
        {original !== undefined && original !== token && <b>{original}</b>}
      </span>
    </>
  );
}
