import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TEMPLATE_KINDS, type Template, Templates } from '../../../shared/domain/template.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { useLanguage } from '../../i18n/index.ts';
import { saveBlob } from '../../lib/download.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { useConfirm } from '../../ui/use-confirm.ts';
import { useNotices } from '../../ui/use-notices.tsx';

/** Templates and phrases of the workspace: edited one at a time, brought in and out as JSON. */
export function TemplateEditor() {
  const { t } = useTranslation();
  const language = useLanguage();
  const notices = useNotices();
  const confirm = useConfirm();
  const { data, error } = useAnswer('templates.list', {});
  const { mutateAsync, isPending } = useChange('templates.save', notices.fail);
  const [picked, setPicked] = useState(0);
  if (data === undefined) return error === null ? null : <ErrorNote error={error} />;
  const { templates, version, changed } = data;
  /** Resolves to whether the list was saved; a failure is shown. */
  const save = (next: readonly Template[] | null): Promise<boolean> =>
    mutateAsync({ templates: next === null ? null : [...next], version }).then(
      () => true,
      () => false,
    );
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return;
    const read = Templates.safeParse(
      await file
        .text()
        .then(JSON.parse)
        .catch(() => undefined),
    );
    if (!read.success) return notices.warn(t('templateEditor.badFile', { name: file.name }));
    const key = ({ kind, name, section = '' }: Template): string => `${kind} ${section} ${name.zh}`;
    const taken = new Set(read.data.map(key));
    const kept = templates.filter((one) => !taken.has(key(one)));
    if (await save([...kept, ...read.data]))
      notices.done(t('templateEditor.imported', { n: read.data.length }));
  };
  const add = async (): Promise<void> => {
    const name = {
      zh: t('templateEditor.newName', { lng: 'zh' }),
      en: t('templateEditor.newName', { lng: 'en' }),
    };
    const added: Template = { kind: 'phrase', name, text: t('templateEditor.newText') };
    if (await save([...templates, added])) setPicked(templates.length);
  };
  const shown = templates[Math.min(picked, templates.length - 1)];
  return (
    <>
      <p className="muted">{t('templateEditor.intro')}</p>
      <div className="template-tools">
        <Button data-testid="template-add" loading={isPending} onClick={() => void add()}>
          {t('templateEditor.add')}
        </Button>
        <FileButton
          label={t('templateEditor.importFile')}
          inputTestId="template-import"
          accept=".json"
          onFiles={(files) => void take(files)}
        />
        <Button
          data-testid="template-export"
          onClick={() => saveBlob('templates.json', new Blob([`${JSON.stringify(templates, null, 2)}\n`]))}
        >
          {t('templateEditor.exportFile')}
        </Button>
        {changed && (
          <Button
            data-testid="template-restore"
            onClick={() =>
              confirm({
                title: t('templateEditor.restore'),
                body: t('templateEditor.restoreBody'),
                ok: t('templateEditor.restore'),
                onOk: () => save(null),
              })
            }
          >
            {t('templateEditor.restore')}
          </Button>
        )}
      </div>
      <div className="template-editor">
        <ul className="template-names">
          {templates.map((template, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat; the list is replaced as a whole
            <li key={index}>
              <button type="button" aria-current={template === shown} onClick={() => setPicked(index)}>
                <span>{template.name[language]}</span>
                <span className="muted">{template.section}</span>
              </button>
            </li>
          ))}
        </ul>
        {shown !== undefined && (
          <TemplateForm
            key={`${picked} ${JSON.stringify(shown)}`} // what is typed stays while others change other templates
            template={shown}
            busy={isPending}
            onSave={async (next) => {
              if (await save(templates.map((one) => (one === shown ? next : one))))
                notices.done(t('templateEditor.saved'));
            }}
            onRemove={() => void save(templates.filter((one) => one !== shown))}
          />
        )}
      </div>
    </>
  );
}

interface TemplateFormProps {
  readonly template: Template;
  readonly busy: boolean;
  readonly onSave: (template: Template) => void;
  readonly onRemove: () => void;
}

function TemplateForm({ template, busy, onSave, onRemove }: TemplateFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(template);
  const { kind, section = '', name, text } = draft;
  const isReady = name.zh.trim() !== '' && name.en.trim() !== '' && text !== '';
  return (
    <form
      className="template-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSave({ ...draft, section: section.trim() === '' ? undefined : section.trim() });
      }}
    >
      <Select
        value={kind}
        aria-label={t('templateEditor.kind')}
        options={TEMPLATE_KINDS.map((value) => ({ value, label: t(`templateKind.${value}`) }))}
        onChange={(value) => setDraft({ ...draft, kind: value })}
      />
      <Input
        value={section}
        maxLength={40}
        placeholder={t('templateEditor.section')}
        aria-label={t('templateEditor.section')}
        onChange={(event) => setDraft({ ...draft, section: event.target.value })}
      />
      {(['zh', 'en'] as const).map((language) => (
        <Input
          key={language}
          value={name[language]}
          maxLength={100}
          placeholder={t(`templateEditor.${language}`)}
          aria-label={t(`templateEditor.${language}`)}
          data-testid={`template-name-${language}`}
          onChange={(event) => setDraft({ ...draft, name: { ...name, [language]: event.target.value } })}
        />
      ))}
      <Input.TextArea
        value={text}
        rows={14}
        lang="zh-CN"
        maxLength={20_000}
        aria-label={t('templateEditor.text')}
        data-testid="template-text"
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <div className="template-tools">
        <Button
          type="primary"
          htmlType="submit"
          loading={busy}
          disabled={!isReady}
          data-testid="template-save"
        >
          {t('templateEditor.save')}
        </Button>
        <Button danger data-testid="template-remove" onClick={onRemove}>
          {t('templateEditor.remove')}
        </Button>
      </div>
    </form>
  );
}
