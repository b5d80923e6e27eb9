import { ScanOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/accounts.ts';

interface ScanNoteProps {
  /** Percent. */
  readonly confidence: number;
  readonly onChecked: () => void;
}

/** Stands above a text that was read from pictures of pages, until somebody has compared it with them. */
export function ScanNote({ confidence, onChecked }: ScanNoteProps) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <div className="record-note" role="status" data-testid="scan-note">
      <ScanOutlined />
      <strong>{t('scan.note')}</strong>
      <span className="muted">{t('scan.confidence', { percent: confidence })}</span>
      {may('docs.scanChecked') && (
        <Button size="small" data-testid="scan-checked" onClick={onChecked}>
          {t('scan.checked')}
        </Button>
      )}
    </div>
  );
}
