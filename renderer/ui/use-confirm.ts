import { App } from 'antd';
import { useTranslation } from 'react-i18next';

interface Question {
  readonly title: string;
  readonly body: string;
  /** Name of the button that does it. */
  readonly ok: string;
  /** Name of the button that does not; "Cancel" by default. */
  readonly keep?: string;
  readonly onOk: () => unknown;
}

/** Asks before an action that cannot be taken back. */
export function useConfirm(): (question: Question) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return ({ title, body, ok, keep = t('app.cancel'), onOk }) =>
    void modal.confirm({
      title,
      content: body,
      okText: ok,
      okButtonProps: { danger: true },
      cancelText: keep,
      onOk,
    });
}
