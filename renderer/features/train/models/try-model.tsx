import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPairTask } from '../../../../shared/domain/classification.ts';
import { joinTexts } from '../../../../shared/domain/pairs.ts';
import type { ModelCard } from '../../../../shared/domain/training.ts';
import { useTryModel } from '../../../api/training.ts';
import { formatCount, formatShare } from '../../../lib/format.ts';
import { FieldError } from '../../../ui/error-note.tsx';
import { RankedLabels } from '../reports/ranked-labels.tsx';

const MOST_TEXT = 20_000;
const MOST_LABELS = 10;

/** A text or a pair of texts that one pastes, and the labels that the model gives it. Nothing of it is kept. */
export function TryModel({ model }: { readonly model: ModelCard }) {
  const { t } = useTranslation();
  const id = useId();
  const isPair = isPairTask(model.task);
  const [sides, setSides] = useState({ first: '', second: '' });
  const { mutate, data, error, isPending, reset } = useTryModel(model.id);
  const text = isPair ? joinTexts(sides) : sides.first;
  const ready = sides.first.trim() !== '' && !(isPair && sides.second.trim() === '');
  return (
    <section className="try-model column" data-testid="try-model">
      {(isPair ? (['first', 'second'] as const) : (['first'] as const)).map((side) => (
        <div key={side} className="column">
          <label htmlFor={`${id}-${side}`} className="field-label">
            {t(isPair ? `texts.models.${side}Text` : 'texts.models.tryLabel')}
          </label>
          <Input.TextArea
            id={`${id}-${side}`}
            value={sides[side]}
            maxLength={MOST_TEXT}
            autoSize={{ minRows: isPair ? 2 : 3, maxRows: 10 }}
            placeholder={t(isPair ? 'texts.models.pairPlaceholder' : 'texts.models.tryPlaceholder')}
            data-testid={side === 'first' ? 'try-text' : 'try-second'}
            onChange={(event) => {
              setSides({ ...sides, [side]: event.target.value });
              reset(); // an answer never stands beside another text
            }}
            onPressEnter={(event) => {
              if (!(event.ctrlKey || event.metaKey) || !ready) return;
              event.preventDefault();
              mutate(text);
            }}
          />
        </div>
      ))}
      <div className="model-actions">
        <Button
          type="primary"
          disabled={!ready}
          loading={isPending}
          data-testid="try-go"
          onClick={() => mutate(text)}
        >
          {t('texts.models.tryGo')}
        </Button>
        <span className="muted">{t('texts.models.tryHint')}</span>
      </div>
      <FieldError error={error} />
      {data !== undefined && <Answer prediction={data} text={text} />}
    </section>
  );
}

interface AnswerProps {
  readonly prediction: NonNullable<ReturnType<typeof useTryModel>['data']>;
  readonly text: string;
}

function Answer({ prediction: { labels, abstained, threshold, read }, text }: AnswerProps) {
  const { t } = useTranslation();
  const length = read.reduce((sum, { start, end }) => sum + end - start, 0);
  return (
    <div role="status" data-testid="try-answer" data-abstained={abstained ?? ''}>
      {abstained !== undefined && (
        <p className="try-abstained">
          {t(`texts.models.abstained.${abstained}`)}
          {abstained === 'unsure' &&
            threshold !== undefined &&
            threshold !== null &&
            ` ${t('texts.models.belowThreshold', { threshold: formatShare(threshold) })}`}
        </p>
      )}
      <RankedLabels
        ranked={labels.slice(0, MOST_LABELS)}
        said={labels.filter(({ holds }) => holds).map(({ label }) => label)}
      />
      {labels.length > MOST_LABELS && (
        <p className="muted">
          {t('texts.models.moreLabels', { n: formatCount(labels.length - MOST_LABELS) })}
        </p>
      )}
      {length < text.length && (
        <p className="muted">
          {t('texts.models.readPart', { read: formatCount(length), total: formatCount(text.length) })}
        </p>
      )}
    </div>
  );
}
