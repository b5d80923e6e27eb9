import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DocumentSummary, type ExportFormat, PageFormat } from '../../../shared/domain/document.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { call } from '../../api/client.ts';
import { openFiles } from '../../api/open-files.ts';
import { looksThrough } from '../../api/second-look.ts';
import { useLanguage } from '../../i18n/index.ts';
import { saveExport } from '../../lib/download.ts';
import { messageText } from '../../lib/format.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import type { DocumentSession } from './session.ts';
import type { TabManager } from './tab-manager.ts';
import { titleOf } from './title.ts';

export interface DocumentActions {
  /** Makes a document out of a text, empty or pasted, and opens it. */
  create(text: string, origin: 'typed' | 'pasted'): Promise<void>;
  open(files: readonly File[]): Promise<void>;
  rename(id: number, title: string): Promise<void>;
  remove(document: DocumentSummary): void;
  /** De-identified but for pages; what stays in is chosen in the review. */
  save(id: number, format: ExportFormat): Promise<void>;
  /** Looks through what identifies the patient, then exports. */
  review(id: number): Promise<void>;
  /** Says that the text of a scan was compared with its pages. */
  scanChecked(id: number): Promise<void>;
  archive(document: DocumentSummary, reason: string): Promise<void>;
  unarchive(document: DocumentSummary, reason: string): Promise<void>;
  /** Makes a new record of a text that was archived before it could be saved, and shows the archived one as it is. */
  saveAsNew(session: DocumentSession): Promise<void>;
}

/** Actions on documents for lists, menus and keys. Failures are shown, not thrown. */
export function useDocumentActions(manager: TabManager, onReview: (id: number) => void): DocumentActions {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const { attempt } = useAttempt();
  return useMemo(() => {
    return {
      create: (text, origin) =>
        attempt(async () => {
          const title = titleOf(text) ?? t('docs.untitled');
          await manager.open((await call('docs.create', { title, text, origin })).id);
        }),
      open: (files) =>
        attempt(async () => {
          if (files.length === 0) return;
          const work = notices.work(t('docs.importing'));
          const { created, refused } = await openFiles(files, work).finally(work.end);
          const first = created[0];
          if (first !== undefined) {
            notices.done(t('docs.imported', { n: created.length }));
            await manager.open(first.id);
          }
          if (refused.length > 0) {
            const files = refused.filter(({ part }) => part === undefined);
            const parts = refused.filter(({ part }) => part !== undefined);
            const n = parts.reduce((sum, { count = 1 }) => sum + count, 0);
            modal.warning({
              title:
                files.length > 0 ? t('docs.refusedTitle', { n: files.length }) : t('docs.partsTitle', { n }),
              width: 560,
              okText: t('app.close'),
              content: (
                <div data-testid="refused-files">
                  <Refusals
                    refused={files}
                    note={t(created.length > 0 ? 'docs.refusedBody' : 'docs.refusedAll')}
                  />
                  <Refusals refused={parts} note={t('docs.partsBody')} />
                </div>
              ),
            });
          }
        }),
      scanChecked: (id) =>
        attempt(async () => {
          await call('docs.scanChecked', { id });
        }),
      archive: (document, reason) =>
        attempt(async () => {
          await manager.flush();
          await call('docs.archive', { id: document.id, reason });
          notices.done(t('archive.archived', { title: document.title }));
        }),
      unarchive: (document, reason) =>
        attempt(async () => {
          await call('docs.unarchive', { id: document.id, reason });
          notices.done(t('archive.unarchived', { title: document.title }));
        }),
      saveAsNew: (session) =>
        attempt(async () => {
          const title = t('archive.copyOf', { title: session.title.get() }).slice(0, 200);
          const text = session.model.getValue();
          const created = await call('docs.create', { title, text, origin: 'typed' });
          session.saver.adopt(await call('docs.get', { id: session.id, again: true }));
          await manager.open(created.id);
        }),
      rename: (id, title) =>
        attempt(async () => {
          await call('docs.rename', { id, title });
          manager.rename(id, title);
        }),
      remove: (document) => {
        modal.confirm({
          title: t('docs.deleteTitle', { title: document.title }),
          content: t('docs.deleteBody'),
          okText: t('app.delete'),
          okButtonProps: { danger: true },
          onOk: () =>
            attempt(async () => {
              await call('docs.delete', { id: document.id });
              manager.dropDocument(document.id);
            }),
        });
      },
      save: (id, format) =>
        attempt(async () => {
          await manager.flush();
          // A printed report belongs to the patient's file: the menu says that it names them.
          const pages = PageFormat.safeParse(format).success;
          if (!pages) {
            const request = { method: 'deid.look' as const, input: { ids: [id] } };
            if (!(await looksThrough(request, { signal: new AbortController().signal }))) return;
          }
          const file = await call('docs.export', { ids: [id], format, deidentify: !pages });
          saveExport(file, format);
          if (!pages) notices.done(t('deid.exportedQuick', { name: file.name }));
        }),
      review: (id) =>
        attempt(async () => {
          await manager.flush();
          onReview(id);
        }),
    };
  }, [manager, modal, notices, attempt, onReview, t]);
}

interface RefusalsProps {
  readonly refused: readonly { readonly name: string; readonly reason: Message }[];
  readonly note: string;
}

function Refusals({ refused, note }: RefusalsProps) {
  const language = useLanguage();
  if (refused.length === 0) return null;
  return (
    <>
      <p>{note}</p>
      <ul className="refused-list">
        {refused.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may be named several times; the list never changes
          <li key={index}>
            <strong>{name}</strong>
            <div>{messageText(reason, language)}</div>
          </li>
        ))}
      </ul>
    </>
  );
}
