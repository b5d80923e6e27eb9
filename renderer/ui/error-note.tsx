import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { toAppError } from '../api/reply.ts';
import { useLanguage } from '../i18n/index.ts';
import { messageText } from '../lib/format.ts';

/** Shows an error: what happened, what was kept and what to do. */
export function ErrorText({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { localized, kept, hint } = toAppError(error);
  return (
    <div className="error-text">
      <div>{messageText(localized, language)}</div>
      {kept !== undefined && (
        <div>
          {t('error.kept')}: {messageText(kept, language)}
        </div>
      )}
      {hint !== undefined && (
        <div>
          {t('error.hint')}: {messageText(hint, language)}
        </div>
      )}
    </div>
  );
}

/** Shows an error beside what it belongs to; nothing while there is none. */
export function FieldError({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <div className="field-error" role="alert">
      <ErrorText error={error} />
    </div>
  );
}

/** Shows an error in place of, or above, what could not be shown. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert
      type="error"
      role="alert"
      className="error-note"
      title={t(`error.code.${toAppError(error).code}`)}
      description={<ErrorText error={error} />}
      action={onRetry && <Button onClick={onRetry}>{t('app.retry')}</Button>}
    />
  );
}
