import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttentionReport } from '../../../../shared/domain/probe.ts';
import { call } from '../../../api/client.ts';
import { useKeptWork } from '../../../api/stoppable.ts';
import { useModels } from '../../../api/training.ts';
import { saveBlob } from '../../../lib/download.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import { BackLink } from '../back-link.tsx';
import { useTrain } from '../train-context.ts';
import { attentionTable, pngOf, svgOf } from './attention-files.ts';
import { AttentionCurves, HeatMap } from './attention-pictures.tsx';

/** Attention of an encoder's layers within a text that the user types. */
export function AttentionPage({ model }: { readonly model: number }) {
  const { t } = useTranslation();
  const { go } = useTrain();
  const name = useModels().data?.find(({ id }) => id === model)?.name ?? '';
  const [text, setText] = useState(() => t('train.attention.example'));
  const work = useKeptWork(`attention ${model}`, () => call('models.attention', { id: model, text }));
  const { data, error, isWorking, start } = work;
  return (
    <article className="run-page column graph-test" data-testid="attention-page">
      <header className="run-head column">
        <div className="run-title row wrap">
          <BackLink name={t('train.section.models')} onBack={() => go({ kind: 'models', id: model })} />
          <h1>{t('train.attention.title', { name })}</h1>
        </div>
        <p className="muted">{t('train.attention.about')}</p>
        <div className="graph-test-form">
          <Input.TextArea
            value={text}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={2000}
            aria-label={t('train.attention.text')}
            data-testid="attention-text"
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            type="primary"
            loading={isWorking}
            disabled={text.trim() === ''}
            data-testid="attention-start"
            onClick={start}
          >
            {t('train.attention.draw')}
          </Button>
        </div>
      </header>
      {error !== null && !isWorking && <ErrorNote error={error} onRetry={start} />}
      {data !== undefined && !isWorking && <Pictures name={name} report={data} />}
    </article>
  );
}

const PICTURES = [
  { key: 'heatMapPng', part: 'heat-map' },
  { key: 'heatMapSvg', part: 'heat-map' },
  { key: 'curvesPng', part: 'curves' },
  { key: 'curvesSvg', part: 'curves' },
] as const;

function Pictures({ name, report }: { readonly name: string; readonly report: AttentionReport }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const page = useRef<HTMLDivElement>(null);
  const [layer, setLayer] = useState(report.layers.length - 1);
  const [number, setNumber] = useState(0);
  const entity = report.entities[number];
  const save = (file: string, content: Blob): void =>
    saveBlob(`${name} ${t('train.attention.layer', { n: layer + 1 })} ${file}`, content);
  const savePicture = async ({ key, part }: (typeof PICTURES)[number]): Promise<void> => {
    const svg = page.current?.querySelector<SVGSVGElement>(`[data-testid="attention-${part}"]`);
    if (!svg) return;
    if (key.endsWith('Png')) save(`${part}.png`, await pngOf(svg));
    else save(`${part}.svg`, svgOf(svg));
  };
  const pictures = PICTURES.filter(({ part }) => entity !== undefined || part !== 'curves');
  return (
    <div ref={page} className="column attention-pictures">
      <div className="curve-tools">
        <Select
          value={layer}
          aria-label={t('train.attention.layerName')}
          data-testid="attention-layer"
          popupMatchSelectWidth={false}
          options={report.layers.map((_, value) => ({
            value,
            label: t('train.attention.layer', { n: value + 1 }),
          }))}
          onChange={setLayer}
        />
        {report.entities.length > 0 && (
          <Select
            value={number}
            aria-label={t('train.attention.entity')}
            data-testid="attention-entity"
            popupMatchSelectWidth={false}
            options={report.entities.map((one, value) => ({ value, label: one.name }))}
            onChange={setNumber}
          />
        )}
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              ...pictures.map((picture) => ({
                key: picture.key,
                label: t(`train.attention.files.${picture.key}`),
                onClick: () => void savePicture(picture).catch(notices.fail),
              })),
              {
                key: 'csv',
                label: t('train.attention.files.csv'),
                onClick: () => save('attention.csv', attentionTable(report, layer)),
              },
            ],
          }}
        >
          <Button icon={<DownOutlined />} iconPlacement="end" data-testid="attention-export">
            {t('train.graphTest.export')}
          </Button>
        </Dropdown>
      </div>
      <HeatMap report={report} layer={layer} />
      {entity === undefined ? (
        <p className="muted">{t('train.attention.noEntity')}</p>
      ) : (
        <AttentionCurves
          entity={entity}
          layer={layer}
          tokens={report.tokens.filter(
            (_, i) => i > 0 && i < report.tokens.length - 1 && (i < entity.from || i >= entity.to),
          )}
        />
      )}
    </div>
  );
}
