import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedDocuments } from '../../../../shared/domain/project.ts';
import { LossList } from './loss-list.tsx';

/** Shows what an import would not hold before anything is kept; resolves to whether it goes on. */
export function useLossQuestion(): (imported: ImportedDocuments) => Promise<boolean> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return useCallback(
    ({ documents, items, losses }) =>
      new Promise((resolve) => {
        void modal.confirm({
          title: t('annotate.importLossTitle'),
          content: (
            <>
              <p>{t('annotate.importLossBody', { documents, items })}</p>
              <LossList losses={losses} />
            </>
          ),
          width: 560,
          okText: t('annotate.importAnyway'),
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      }),
    [modal, t],
  );
}
