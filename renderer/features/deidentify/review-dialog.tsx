import { Button, Modal, Segmented, Select, Switch } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DEFAULT_DEID_LEVEL,
  DEFAULT_DEID_MODE,
  type DeidFinding,
  DeidLevel,
  type DeidMode,
  type Generalisation,
} from '../../../shared/domain/deid.ts';
import { ExportFormat } from '../../../shared/domain/document.ts';
import { call } from '../../api/client.ts';
import { useDeidPreview } from '../../api/deid.ts';
import { looksThrough } from '../../api/second-look.ts';
import { stoppable } from '../../api/stoppable.ts';
import { saveExport } from '../../lib/download.ts';
import { startWork, type Work } from '../../lib/work.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { GeneraliseChoice } from '../../ui/generalise-choice.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { WorkNote } from '../../ui/work-note.tsx';
import { FindingList } from './finding-list.tsx';
import { ResultView } from './result-view.tsx';
import { acceptedFindings, countFields, isOpen, type Review, setLevel, startReview } from './review.ts';
import { enterText, ReviewText } from './review-text.tsx';

interface ReviewDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** A record before it leaves: what identifies the patient is looked through, then the file is exported. */
export function ReviewDialog({ id, onClose }: ReviewDialogProps) {
  const { t } = useTranslation();
  const { data, error, progress, again } = useDeidPreview(id);
  return (
    <Modal
      open
      title={t('deid.title', { title: data?.title ?? '…' })}
      width="min(1240px, 94vw)"
      style={{ top: 28 }}
      footer={null}
      onCancel={onClose}
      className="deid-dialog"
      data-testid="deid-review"
    >
      {error !== null && <ErrorNote error={error} onRetry={again} />}
      {error === null && data === undefined && (
        <WorkNote title={t('deid.reading')} progress={progress} onCancel={onClose} />
      )}
      {data !== undefined && (
        <ReviewBody id={id} text={data.text} findings={data.findings} model={data.model} onClose={onClose} />
      )}
    </Modal>
  );
}

interface ReviewBodyProps extends ReviewDialogProps {
  readonly text: string;
  readonly findings: readonly DeidFinding[];
  readonly model: string | null;
}

function ReviewBody({ id, text, findings, model, onClose }: ReviewBodyProps) {
  const { t } = useTranslation();
  const [review, setReview] = useState<Review>(() =>
    setLevel(startReview(text, findings), DEFAULT_DEID_LEVEL),
  );
  const [mode, setMode] = useState<DeidMode>(DEFAULT_DEID_MODE);
  const [generalise, setGeneralise] = useState<Generalisation[]>([]);
  const [side, setSide] = useState<'marks' | 'result'>('marks');
  const accepted = useMemo(() => acceptedFindings(review), [review]);
  const possible = review.items.filter(isOpen).length;
  const all = review.items.length - possible;
  const [level, setOwnLevel] = useState<DeidLevel>(DEFAULT_DEID_LEVEL);
  const list = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLElement>(null);
  return (
    <div className="deid-review column">
      <div className="deid-head">
        <Segmented
          value={side}
          onChange={setSide}
          options={(['marks', 'result'] as const).map((value) => ({ value, label: t(`deid.${value}`) }))}
        />
        <span className="deid-count" data-testid="deid-count">
          {t('deid.found', { all, accepted: accepted.length })}
          {possible > 0 && t('deid.foundPossible', { possible })}
        </span>
        <Segmented
          value={level}
          aria-label={t('deid.levelLabel')}
          data-testid="deid-level"
          onChange={(chosen) => {
            setOwnLevel(chosen);
            setReview((now) => setLevel(now, chosen));
          }}
          options={DeidLevel.options.map((value) => ({
            value,
            label: t(`deid.level.${value}`),
            title: t(`deid.levelHint.${value}`),
          }))}
        />
        <span className="deid-source muted">
          {model === null ? t('deid.rules') : t('deid.model', { name: model })}
        </span>
      </div>
      <div className="deid-body">
        {side === 'marks' ? (
          <ReviewText review={review} box={box} onReview={setReview} onLeave={() => list.current?.focus()} />
        ) : (
          <ResultView
            id={id}
            mode={mode}
            text={text}
            findings={accepted}
            level={level}
            generalise={generalise}
            onCancel={() => setSide('marks')}
          />
        )}
        <FindingList
          review={review}
          counts={countFields(review)}
          list={list}
          onReview={setReview}
          onText={side === 'marks' ? () => enterText(box.current, review) : undefined}
        />
      </div>
      <ExportBar
        id={id}
        text={text}
        findings={accepted}
        level={level}
        mode={mode}
        onMode={setMode}
        generalise={generalise}
        onGeneralise={setGeneralise}
        onDone={onClose}
      />
    </div>
  );
}

interface ExportBarProps {
  readonly id: number;
  readonly text: string;
  readonly findings: DeidFinding[];
  readonly level: DeidLevel;
  readonly mode: DeidMode;
  readonly onMode: (mode: DeidMode) => void;
  readonly generalise: Generalisation[];
  readonly onGeneralise: (generalise: Generalisation[]) => void;
  readonly onDone: () => void;
}

function ExportBar(props: ExportBarProps) {
  const { id, text, findings, level, mode, onMode, generalise, onGeneralise, onDone } = props;
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const [format, setFormat] = useState<ExportFormat>('txt');
  const [identified, setIdentified] = useState(false);
  const [work, setWork] = useState<Work | null>(null);
  const save = async (): Promise<void> => {
    const started = startWork();
    setWork(started);
    await attempt(async () => {
      const coarser = generalise.length > 0 ? { generalise } : {};
      const reviewed = { mode, level, ...coarser, reviewed: { text, findings } };
      const how = identified ? { deidentify: false } : reviewed;
      const watch = { signal: started.signal, onProgress: started.progress.set };
      const request = { method: 'deid.look' as const, input: { ids: [id], ...reviewed } };
      if (!identified && !(await looksThrough(request, watch))) return;
      const file = await stoppable(
        started.signal,
        (ticket) => call('docs.export', { ids: [id], format, ...how, ticket }),
        started.progress.set,
      );
      saveExport(file, format);
      notices.done(t('deid.exported', { name: file.name }));
      onDone();
    });
    setWork(null);
  };
  return (
    <div className="deid-foot">
      <div className="deid-choices">
        <fieldset disabled={identified} aria-label={t('deid.modeLabel')}>
          <Segmented
            value={mode}
            disabled={identified}
            onChange={onMode}
            options={(['shift', 'mask', 'surrogate'] as const).map((value) => ({
              value,
              label: t(`deid.mode.${value}`),
            }))}
          />
        </fieldset>
        <GeneraliseChoice value={generalise} disabled={identified} onChange={onGeneralise} />
        <Select
          value={format}
          aria-label={t('deid.formatLabel')}
          popupMatchSelectWidth={false}
          onChange={setFormat}
          options={ExportFormat.options.map((value) => ({ value, label: t(`docs.format.${value}`) }))}
        />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control */}
        <label className="deid-identified row">
          <Switch size="small" checked={identified} onChange={setIdentified} data-testid="deid-identified" />
          {t('deid.identified')}
        </label>
        <Button
          type="primary"
          danger={identified}
          loading={work !== null}
          data-testid="deid-export"
          onClick={() => void save()}
        >
          {t(identified ? 'deid.exportIdentified' : 'deid.export')}
        </Button>
      </div>
      {work !== null && (
        <WorkNote title={t('work.exporting')} progress={work.progress} onCancel={work.cancel} />
      )}
      <p className={identified ? 'deid-hint is-danger' : 'deid-hint'}>
        {identified
          ? t('deid.identifiedHint')
          : `${t(`deid.modeHint.${mode}`)} ${t(`deid.levelHint.${level}`)} ${t('deid.caution')}`}
      </p>
    </div>
  );
}
