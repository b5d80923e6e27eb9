import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyKind } from '../../../shared/domain/system.ts';
import { useChange } from '../../api/requests.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { NO_SECRET } from '../../ui/new-secret.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { areReady, PassphraseFields } from './passphrase-fields.tsx';

type NewKind = Exclude<KeyKind, 'plain'>;

interface ChangeKeyProps {
  readonly now: KeyKind;
  readonly keychain: boolean;
  readonly onClose: () => void;
}

const KINDS: readonly NewKind[] = ['keychain', 'passphrase', 'keyfile'];

/** A new key, and where it is to be kept. */
export function ChangeKey({ now, keychain, onClose }: ChangeKeyProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const change = useChange('workspace.changeKey');
  const [kind, setKind] = useState<NewKind>(
    now === 'plain' || (now === 'keychain' && !keychain) ? 'keyfile' : now,
  );
  const [passphrases, setPassphrases] = useState(NO_SECRET);
  const ready = kind !== 'passphrase' || areReady(passphrases);
  const submit = (): void =>
    change.mutate(kind === 'passphrase' ? { kind, passphrase: passphrases.first } : { kind }, {
      onSuccess: () => {
        notices.done(t('settings.changed'));
        onClose();
      },
    });
  return (
    <Modal
      open
      title={t('settings.changeKeyTitle')}
      okText={t('settings.changeKeyDo')}
      okButtonProps={{ disabled: !ready, loading: change.isPending }}
      cancelButtonProps={{ disabled: change.isPending }}
      closable={!change.isPending}
      mask={{ closable: false }}
      data-testid="change-key-dialog"
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t('settings.changeKeyBody')}</p>
      <Radio.Group
        className="key-kinds"
        value={kind}
        options={KINDS.map((value) => ({
          value,
          disabled: value === 'keychain' && !keychain,
          label: (
            <span>
              <strong>{t(`settings.keyName.${value}`)}</strong>
              <span className="muted">
                {value === 'keychain' && !keychain
                  ? t('settings.keychainOnly')
                  : t(`settings.keyKind.${value}`)}
              </span>
            </span>
          ),
        }))}
        onChange={(event) => setKind(KINDS.find((known) => known === event.target.value) ?? kind)}
      />
      {kind === 'passphrase' && <PassphraseFields value={passphrases} onChange={setPassphrases} />}
      {change.error !== null && <ErrorNote error={change.error} />}
    </Modal>
  );
}
