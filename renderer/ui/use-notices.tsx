import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '../api/reply.ts';
import { ErrorText } from './error-note.tsx';

export interface Notices {
  done(text: string): void;
  note(text: string): void;
  /** Stays until closed. */
  warn(text: string): void;
  /** Stays until the returned function is called. */
  busy(text: string): () => void;
  /** Says what happened, what was kept and what to do; stays until closed. */
  fail(error: unknown): void;
}

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
      fail: (error) => {
        const { code } = toAppError(error);
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
