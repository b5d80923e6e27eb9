import { Input, type InputRef, Modal } from 'antd';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Template, toSnippet } from '../../../shared/domain/template.ts';
import { useAnswer } from '../../api/requests.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useStore } from '../../lib/use-store.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import type { EditorView } from './editor-view.ts';
import type { DocumentSession } from './session.ts';

interface TemplatePickerProps {
  readonly view: EditorView;
  readonly session: DocumentSession;
}

const ROW = 32;

/** Takes the keys before the dialog has opened: they would go into the record. */
const focusAtOnce = (input: InputRef | null): void => input?.focus();

/** Chooses what is inserted at the cursor: phrases of the section around it stand first. */
export function TemplatePicker({ view, session }: TemplatePickerProps) {
  const isOpen = useStore(view.inserting);
  return isOpen ? <Picker view={view} session={session} /> : null;
}

function Picker({ view, session }: TemplatePickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const { data, error } = useAnswer('templates.list', {});
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState(0);
  const heading = useMemo(() => headingAt(view, session), [view, session]);
  const found = useMemo(() => matching(data?.templates ?? [], query, heading), [data, query, heading]);
  const close = (): void => {
    view.inserting.set(false);
    requestAnimationFrame(() => view.editor.focus());
  };
  const insert = (index: number): void => {
    const template = found[index];
    if (template === undefined) return;
    view.inserting.set(false);
    // After the dialog has given the focus back.
    setTimeout(() => view.insertSnippet(toSnippet(template.text)), 0);
  };
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') insert(picked);
    else if (step !== 0) setPicked((now) => Math.min(found.length - 1, Math.max(0, now + step)));
    else return;
    event.preventDefault();
  };
  const shown = found[picked];
  return (
    <Modal
      open
      title={t('templates.choose')}
      footer={null}
      width={760}
      data-testid="template-picker"
      afterOpenChange={(opened) => {
        if (opened) document.getElementById(id)?.focus();
      }}
      onCancel={close}
    >
      <Input
        id={id}
        ref={focusAtOnce}
        value={query}
        placeholder={t('templates.search')}
        aria-label={t('templates.search')}
        onChange={(event) => {
          setQuery(event.target.value);
          setPicked(0);
        }}
        onKeyDown={walk}
      />
      {error !== null && <ErrorNote error={error} />}
      <div className="template-choice">
        {found.length === 0 ? (
          <p className="muted">{t('templates.none')}</p>
        ) : (
          <PickList
            items={found}
            rowHeight={ROW}
            keyOf={({ kind, name, section }) => `${kind} ${section ?? ''} ${name.zh}`}
            render={(template) => (
              <span className="template-row">
                <span>{template.name[language]}</span>
                <span className="muted">{template.section}</span>
              </span>
            )}
            picked={picked}
            onPick={setPicked}
            onOpen={insert}
            label={t('templates.choose')}
            testId="template-list"
          />
        )}
        <pre className="template-preview" lang="zh-CN">
          {shown?.text.replace(/\[\[|\]\]/g, (sign) => (sign === '[[' ? '〔' : '〕'))}
        </pre>
      </div>
      <p className="muted">{t('templates.edit')}</p>
    </Modal>
  );
}

/** Heading of the section in which the cursor stands. */
function headingAt(view: EditorView, session: DocumentSession): string {
  const position = view.editor.getPosition();
  if (position === null) return '';
  const offset = session.model.getOffsetAt(position);
  const sections = session.found.get().sections;
  return sections.findLast(({ start }) => start <= offset)?.heading ?? '';
}

/** Returns the templates with all words of the query, those of the section first. */
function matching(templates: readonly Template[], query: string, heading: string): Template[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isOfSection = ({ section }: Template): boolean => section !== undefined && section === heading;
  return templates
    .filter(({ name, section = '', text }) => {
      const all = `${name.zh} ${name.en} ${section} ${text}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .toSorted((a, b) => Number(isOfSection(b)) - Number(isOfSection(a)));
}
