import { Button, Input, InputNumber, Segmented, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MiningSettings, type PhraseList } from '../../../shared/domain/phrases.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { useJobs } from '../../api/system.ts';
import { uploadFile } from '../../api/upload.ts';
import { saveFile } from '../../lib/download.ts';
import { formatCount } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useConfirm } from '../../ui/use-confirm.ts';
import { useRefusal } from '../../ui/use-refusal.ts';
import { CutPoints } from './cut-points.tsx';
import { JobRow } from './job-row.tsx';
import { PhraseReview } from './phrase-review.tsx';

const VIEWS = ['review', 'points'] as const;

/** Lists of phrases: mined from a data set, reviewed, and cut into parts. */
export function PhrasesPage() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const [view, setView] = useState<(typeof VIEWS)[number]>('review');
  const refusal = useRefusal('phrases.page', ['adjudicator', 'administrator']);
  const { data: lists, error } = useAnswer('phrases.lists', {});
  const list = lists?.find(({ id }) => id === chosen) ?? lists?.at(-1);
  return (
    <div className="completion column" data-testid="phrases">
      <h1>{t('graph.phrases')}</h1>
      <p className="muted">{t('graph.phrasesAbout')}</p>
      <Mine lists={lists ?? []} />
      {error !== null && <ErrorNote error={error} />}
      {lists !== undefined && (
        <Lists lists={lists} list={list} onChoose={setChosen}>
          {list !== undefined && (
            <Segmented
              value={view}
              options={VIEWS.map((value) => ({ value, label: t(`graph.phraseView.${value}`) }))}
              onChange={setView}
            />
          )}
        </Lists>
      )}
      {lists?.length === 0 && <EmptyState text={t('graph.noPhraseLists')} />}
      {list !== undefined && refusal !== undefined && <p className="muted">{refusal}</p>}
      {list !== undefined && refusal === undefined && view === 'review' && (
        <PhraseReview key={list.id} list={list} />
      )}
      {list !== undefined && refusal === undefined && view === 'points' && (
        <CutPoints key={list.id} list={list.id} />
      )}
    </div>
  );
}

/** Asks for texts and settings, and shows how far the mining is. */
function Mine({ lists }: { readonly lists: readonly PhraseList[] }) {
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  const refusal = useRefusal('phrases.mine', ['adjudicator', 'administrator']);
  const { data: sets } = useAnswer('datasets.list', {});
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const [name, setName] = useState('');
  const [settings, setSettings] = useState(() => MiningSettings.parse({}));
  const jobs = useJobs();
  const busy = jobs.some((job) => job.state === 'running');
  const job = jobs.find(({ kind }) => kind === 'phrases-mine');
  const corpus =
    sets?.find(({ id }) => id === chosen) ?? sets?.find(({ task }) => task === 'pretrain') ?? sets?.[0];
  const used = name.trim() || (corpus === undefined ? '' : unusedName(corpus.name, lists));
  const mine = () =>
    corpus !== undefined &&
    void attempt(async () => {
      await call('phrases.mine', { dataSet: corpus.id, name: used, settings });
      setName('');
    });
  return (
    <>
      <div className="row wrap completion-tools">
        <Select
          className="phrase-corpus"
          value={corpus?.id ?? null}
          placeholder={t('graph.noTexts')}
          aria-label={t('graph.textsToMine')}
          data-testid="mine-corpus"
          options={(sets ?? []).map((set) => ({
            value: set.id,
            label: `${set.name} · ${t('graph.characters', { n: formatCount(set.characters) })}`,
          }))}
          onChange={(value) => setChosen(value ?? undefined)}
        />
        <Input
          className="phrase-name"
          value={name}
          maxLength={200}
          placeholder={used || t('graph.listName')}
          aria-label={t('graph.listName')}
          data-testid="mine-name"
          onChange={(event) => setName(event.target.value)}
          onPressEnter={mine}
        />
        <Amount
          label={t('graph.minCount')}
          value={settings.minCount}
          limits={{ min: 2, max: 100_000, step: 1 }}
          onChange={(minCount) => setSettings((old) => ({ ...old, minCount }))}
        />
        <Amount
          label={t('graph.minQuality')}
          value={settings.minQuality}
          limits={{ min: 0, max: 1, step: 0.05 }}
          onChange={(minQuality) => setSettings((old) => ({ ...old, minQuality }))}
        />
        <Button
          type="primary"
          disabled={busy || corpus === undefined || refusal !== undefined}
          title={refusal}
          data-testid="mine"
          onClick={mine}
        >
          {t('graph.mine')}
        </Button>
      </div>
      {sets?.length === 0 && <p className="muted">{t('graph.noTextsHint')}</p>}
      {job !== undefined && job.state !== 'done' && <JobRow job={job} />}
    </>
  );
}

/** Returns the name of a corpus, with a number when a list has it. */
function unusedName(name: string, lists: readonly PhraseList[]): string {
  const taken = new Set(lists.map((list) => list.name));
  for (let n = 2; ; n++) {
    const free = n === 2 ? name : `${name}-${n - 1}`;
    if (!taken.has(free)) return free.slice(0, 200);
  }
}

interface AmountProps {
  readonly label: string;
  readonly value: number;
  readonly limits: { readonly min: number; readonly max: number; readonly step: number };
  readonly onChange: (value: number) => void;
}

const Amount = ({ label, value, limits, onChange }: AmountProps) => (
  <InputNumber
    {...limits}
    className="phrase-amount"
    prefix={<span className="muted">{label}</span>}
    value={value}
    aria-label={label}
    onChange={(given) => given !== null && onChange(given)}
  />
);

interface ListsProps {
  readonly lists: readonly PhraseList[];
  readonly list: PhraseList | undefined;
  readonly onChoose: (id: number) => void;
  readonly children: ReactNode;
}

/** Chooses a list; exchanges and deletes lists. */
function Lists({ lists, list, onChoose, children }: ListsProps) {
  const { t } = useTranslation();
  const { attempt, busy } = useAttempt();
  const confirm = useConfirm();
  const refusal = useRefusal('phrases.import', ['adjudicator', 'administrator']);
  const bring = (files: readonly File[]) =>
    void attempt(async () => {
      for (const file of files) {
        const uploadId = await uploadFile(file, () => undefined);
        const name = unusedName(file.name.replace(/\.[^.]+$/, '') || file.name, lists);
        onChoose((await call('phrases.import', { uploadId, name })).id);
      }
    });
  return (
    <div className="row wrap completion-tools">
      {list !== undefined && (
        <Select
          className="phrase-corpus"
          value={list.id}
          aria-label={t('graph.phraseList')}
          data-testid="phrase-list"
          options={lists.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onChoose}
        />
      )}
      {children}
      <FileButton
        label={t('graph.importList')}
        accept=".tsv,.txt"
        loading={busy}
        disabled={refusal !== undefined}
        inputTestId="phrases-import"
        onFiles={bring}
      />
      {list !== undefined && (
        <>
          <Button
            disabled={refusal !== undefined}
            data-testid="phrases-export"
            onClick={() =>
              void attempt(async () => saveFile(await call('phrases.export', { list: list.id })))
            }
          >
            {t('graph.exportList')}
          </Button>
          <Button
            danger
            disabled={refusal !== undefined}
            data-testid="phrases-delete"
            onClick={() =>
              confirm({
                title: t('graph.deleteList', { name: list.name }),
                body: t('graph.deleteListBody'),
                ok: t('app.delete'),
                onOk: () => attempt(() => call('phrases.delete', { list: list.id })),
              })
            }
          >
            {t('app.delete')}
          </Button>
        </>
      )}
    </div>
  );
}
