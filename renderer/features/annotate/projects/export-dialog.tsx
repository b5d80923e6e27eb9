import { Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnnotationFormat } from '../../../../shared/domain/annotation.ts';
import { ANNOTATION_FORMATS } from '../../../../shared/domain/annotation-formats.ts';
import type { Generalisation } from '../../../../shared/domain/deid.ts';
import { GOLD, type QueueEntry } from '../../../../shared/domain/project.ts';
import { useAppInfo } from '../../../api/system.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { GeneraliseChoice } from '../../../ui/generalise-choice.tsx';
import { layerOf } from '../queue.ts';
import { Field } from './field.tsx';

/** Chooses layers, documents and format of an export. */
export interface ExportChoice {
  readonly format: AnnotationFormat;
  readonly person: string;
  readonly documents: number[];
  readonly generalise?: Generalisation[];
}

interface ExportDialogProps {
  readonly deidentify: boolean;
  readonly queue: readonly QueueEntry[];
  /** Documents that the filter of the list leaves, and those chosen in it. */
  readonly shown: readonly QueueEntry[];
  readonly chosen: readonly number[];
  readonly onExport: (choice: ExportChoice) => void;
  readonly onClose: () => void;
}

type Which = 'all' | 'shown' | 'chosen';

/** Chooses the person, the documents and the format of an export; only documents with that layer leave. */
export function ExportDialog({ deidentify, queue, shown, chosen, onExport, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const me = useAppInfo().data?.actor ?? '';
  const people = [...new Set(queue.flatMap(({ layers }) => layers.map(({ person }) => person)))].sort(
    (a, b) => rank(a, me) - rank(b, me) || (a < b ? -1 : 1),
  );
  const [person, setPerson] = useState(people[0] ?? me);
  const [which, setWhich] = useState<Which>(
    chosen.length > 0 ? 'chosen' : shown.length < queue.length ? 'shown' : 'all',
  );
  const [finished, setFinished] = useState(false);
  const [generalise, setGeneralise] = useState<Generalisation[]>([]);
  const [format, setFormat] = useState<AnnotationFormat>('meridian');
  const among: Readonly<Record<Which, readonly QueueEntry[]>> = {
    all: queue,
    shown,
    chosen: queue.filter(({ id }) => chosen.includes(id)),
  };
  const leaving = among[which].filter((entry) => {
    const layer = layerOf(entry, person);
    return layer !== undefined && (!finished || layer.state === 'done');
  });
  return (
    <Modal
      open
      title={t('project.export.title')}
      okText={t('project.export.ok', { n: formatCount(leaving.length) })}
      okButtonProps={{ disabled: leaving.length === 0 }}
      data-testid="export-dialog"
      onCancel={onClose}
      onOk={() =>
        onExport({
          format,
          person,
          documents: leaving.map(({ id }) => id),
          ...(deidentify && generalise.length > 0 && { generalise }),
        })
      }
    >
      <div className="table-fields">
        <Field label={t('project.export.person')} testId="export-person">
          {(id) => (
            <Select
              id={id}
              value={person}
              options={people.map((value) => ({
                value,
                label: value === GOLD ? t('annotate.exportGold') : value,
              }))}
              onChange={setPerson}
            />
          )}
        </Field>
        <Field label={t('project.export.format')} testId="export-format">
          {(id) => (
            <Select
              id={id}
              value={format}
              options={AnnotationFormat.options.map((value) => ({
                value,
                label: ANNOTATION_FORMATS[value][language],
              }))}
              onChange={setFormat}
            />
          )}
        </Field>
      </div>
      <Radio.Group
        value={which}
        className="column"
        data-testid="export-which"
        options={(['all', 'shown', 'chosen'] as const).map((value) => ({
          value,
          label: t(`project.export.${value}`, { n: formatCount(among[value].length) }),
          disabled: among[value].length === 0,
        }))}
        onChange={({ target }) => setWhich(target.value)}
      />
      <Radio.Group
        value={finished}
        className="column"
        data-testid="export-finished"
        options={[
          { value: false, label: t('project.export.anyState') },
          { value: true, label: t('project.export.finished') },
        ]}
        onChange={({ target }) => setFinished(target.value)}
      />
      {deidentify && <GeneraliseChoice value={generalise} disabled={false} onChange={setGeneralise} />}
      {leaving.length < among[which].length && (
        <p className="muted">
          {t('project.export.without', { n: formatCount(among[which].length - leaving.length) })}
        </p>
      )}
    </Modal>
  );
}

/** One's own layer first, then gold, then the others. */
const rank = (person: string, me: string): number => (person === me ? 0 : person === GOLD ? 1 : 2);
