import { ExportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { KgExportFormat } from '../../../shared/domain/graph.ts';
import { useMay } from '../../api/accounts.ts';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';

/** Writes the whole graph into a file of the workspace. */
export function ExportGraph() {
  const { t } = useTranslation();
  const may = useMay();
  const exporting = useNoticedChange('kg.export');
  if (!may('kg.export')) return null;
  return (
    <section data-testid="kg-export">
      <h2>{t('graph.export')}</h2>
      <p className="muted">{t('graph.exportAbout')}</p>
      <div className="import-tools wrap row">
        {KgExportFormat.options.map((format) => (
          <Button
            key={format}
            icon={<ExportOutlined />}
            loading={exporting.isPending && exporting.variables.format === format}
            disabled={exporting.isPending}
            data-testid={`kg-export-${format}`}
            onClick={() => exporting.mutate({ format })}
          >
            {t(`graph.exportFormat.${format}`)}
          </Button>
        ))}
      </div>
      {exporting.data !== undefined && (
        <p role="status" data-testid="kg-exported">
          {t('graph.exported')} <code>{exporting.data.path}</code>
        </p>
      )}
    </section>
  );
}
