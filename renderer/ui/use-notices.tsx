import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '../api/reply.ts';
import { startWork, type Work } from '../lib/work.ts';
import { ErrorText } from './error-note.tsx';
import { WORTH_WATCHING_MS, WorkBar } from './work-note.tsx';

export interface Notices {
  done(text: string): void;
  note(text: string): void;
  /** Stays until closed. */
  warn(text: string): void;
  /** Stays until the returned function is called. */
  busy(text: string): () => void;
  /** The same for work that can be watched and stopped; shown once it lasts. */
  work(title: string): Work & { readonly end: () => void };
  /** Says what happened, what was kept and what to do; stays until closed. */
  fail(error: unknown): void;
}

let last = 0;

/** Short messages at the edge of the window. */
export function useNotices(): Notices {
  const { message, notification } = App.useApp();
  const { t } = useTranslation();
  return useMemo(
    () => ({
      done: (text) => void message.success(text),
      note: (text) => void message.info(text),
      warn: (text) => notification.warning({ key: text, title: text, duration: 0, placement: 'bottomRight' }),
      busy: (text) => message.loading({ content: text, duration: 0 }),
      work: (title) => {
        const work = startWork();
        const key = `work ${++last}`;
        const show = () =>
          void message.open({
            key,
            duration: 0,
            content: (
              <span className="work-note">
                <span className="work-title">{title}</span>
                <WorkBar title={title} progress={work.progress} onCancel={work.cancel} />
              </span>
            ),
          });
        const timer = setTimeout(show, WORTH_WATCHING_MS);
        const end = () => {
          clearTimeout(timer);
          message.destroy(key);
        };
        return { ...work, end };
      },
      fail: (error) => {
        const { code } = toAppError(error);
        if (code === 'cancelled') return void message.info(t('work.cancelled'));
        notification.error({
          key: code, // a repeated failure replaces its notice
          title: t(`error.code.${code}`),
          description: <ErrorText error={error} />,
          duration: 0,
          placement: 'bottomRight',
        });
      },
    }),
    [message, notification, t],
  );
}
