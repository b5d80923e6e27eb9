import { Button, InputNumber } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { useKeptWork } from '../../../api/stoppable.ts';
import { saveBlob } from '../../../lib/download.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { WorkBar } from '../../../ui/work-note.tsx';
import { BackLink } from '../back-link.tsx';

interface GraphTestProps {
  readonly title: string;
  readonly about: string;
  readonly testId: string;
  readonly back: { readonly name: string; readonly onBack: () => void };
  readonly work: ReturnType<typeof useKeptWork<object>>;
  /** Settings of the test. */
  readonly fields: ReactNode;
  /** The report, once there is one. */
  readonly children: ReactNode;
}

/** Page of a test against the graph: settings, start, progress with a way to stop it, report and its export. */
export function GraphTest({ title, about, testId, back, work, fields, children }: GraphTestProps) {
  const { t } = useTranslation();
  const { data, error, isWorking, progress, start, cancel } = work;
  const save = () =>
    saveBlob(`${title}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  return (
    <article className="run-page column graph-test" data-testid={testId}>
      <header className="run-head column">
        <div className="run-title row wrap">
          <BackLink {...back} />
          <h1>{title}</h1>
        </div>
        <p className="muted">{about}</p>
        <div className="graph-test-form">
          {fields}
          {isWorking ? (
            <WorkBar title={title} progress={progress} onCancel={cancel} />
          ) : (
            <Button type="primary" data-testid="graph-test-start" onClick={start}>
              {t('train.graphTest.start')}
            </Button>
          )}
          {data !== undefined && (
            <Button data-testid="graph-test-export" onClick={save}>
              {t('train.graphTest.export')}
            </Button>
          )}
        </div>
      </header>
      {error !== null && !isWorking && <ErrorNote error={error} onRetry={start} />}
      {children}
    </article>
  );
}

interface NumberFieldProps {
  readonly name: string;
  readonly value: number;
  readonly range: readonly [least: number, most: number];
  readonly onChange: (value: number) => void;
}

export function NumberField({ name, value, range: [min, max], onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <span className="row">
      <label htmlFor={id}>{name}</label>
      <InputNumber
        id={id}
        {...{ min, max, value }}
        precision={0}
        onChange={(next) => next !== null && onChange(next)}
      />
    </span>
  );
}
