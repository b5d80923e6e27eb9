import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/requests.ts';

/** Opens the list of third-party components; each unfolds to its licence. */
export function Components() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { data = [] } = useAnswer('app.components', shown && {});
  return (
    <>
      <Button onClick={() => setShown(true)} data-testid="show-components">
        {t('settings.showComponents')}
      </Button>
      <Modal
        open={shown}
        width={760}
        title={t('settings.components')}
        onCancel={() => setShown(false)}
        footer={null}
      >
        <div className="components" data-testid="components">
          {data.map(({ name, version, licence, text }) => (
            <details key={`${name}@${version}`}>
              <summary>
                {name} {version} · {licence}
              </summary>
              <pre>{text || t('settings.noLicenceText')}</pre>
            </details>
          ))}
        </div>
      </Modal>
    </>
  );
}
