import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataSet } from '../../../../shared/domain/training.ts';
import { call } from '../../../api/client.ts';
import { request } from '../../../api/requests.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useTrain } from '../train-context.ts';

/** Origin of documents made from a data set. */
const ORIGIN = 'dataset';
const MOST_TITLE = 200;

/** Opens a text of the set in the editor, at a place: the record made for it before, or a new one. */
export function useOpenText(
  set: DataSet | undefined,
): (number: number | undefined, offset: number) => Promise<void> {
  const { openDocument } = useTrain();
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  const client = useQueryClient();
  return useCallback(
    (number, offset) =>
      attempt(async () => {
        if (set === undefined || number === undefined) return;
        const { id, text } = await client.ensureQueryData({
          ...request('datasets.document', { id: set.id, number }),
        });
        const title = t('train.errors.title', { set: set.name, id }).slice(0, MOST_TITLE);
        const { documents } = await call('docs.list', { title });
        const known = documents.find(({ origin }) => origin === ORIGIN);
        const document = known ?? (await call('docs.create', { title, text, origin: ORIGIN }));
        openDocument(document.id, offset);
      }),
    [set, client, attempt, openDocument, t],
  );
}
