import { Input, Modal } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConceptLink, SpanItem } from '../../../../shared/domain/annotation.ts';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import type { EntityHit } from '../../../../shared/domain/graph.ts';
import { useEntitySearch } from '../../../api/graph.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { TypeBadge } from '../../../ui/type-badge.tsx';
import { useAnnotation } from '../annotation-context.ts';

interface LinkDialogProps {
  readonly span: SpanItem;
  readonly onClose: () => void;
}

type Choice =
  | { readonly kind: 'entity'; readonly hit: EntityHit }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'nil' };

const MOST = 12;
const PAUSE_MS = 120;
/** `I21.9`, `I21.900x003`: typed as it is, when the graph does not have it. */
const ICD = /^[A-Z]\d{2}(\.[\dA-Z+*†]+(x\d+)?)?$/i;

/** Links a span to a concept, searched by name or code with the keyboard. */
export function LinkDialog({ span, onClose }: LinkDialogProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const [text, setText] = useState(() => wordsOf(controller.text, span).replaceAll(' … ', '').slice(0, 100));
  const [picked, setPicked] = useState(0);
  const query = useDebounced(text.trim(), PAUSE_MS);
  const { data } = useEntitySearch(query, undefined, MOST, query !== '');
  const choices: Choice[] = [
    ...(data ?? []).map((hit): Choice => ({ kind: 'entity', hit })),
    ...(ICD.test(query) ? [{ kind: 'code', code: query.toUpperCase() } as const] : []),
    { kind: 'nil' },
  ];
  const at = Math.min(picked, choices.length - 1);
  const take = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    controller.spans.setLink(span, linkOf(choice));
    onClose();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setPicked((at + 1) % choices.length);
    else if (event.key === 'ArrowUp') setPicked((at - 1 + choices.length) % choices.length);
    else if (event.key === 'Enter') take(choices[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      open
      className="palette"
      closable={false}
      footer={null}
      width={560}
      style={{ top: 72 }}
      title={t('command.editLink')}
      data-testid="link-dialog"
      onCancel={onClose}
      afterClose={() => controller.focus()}
    >
      <Input
        autoFocus
        variant="borderless"
        size="large"
        maxLength={200}
        value={text}
        placeholder={t('annotate.linkSearch')}
        aria-label={t('annotate.linkSearch')}
        data-testid="link-search"
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          setPicked(0);
        }}
        onKeyDown={press}
      />
      <div className="palette-list" role="listbox" aria-label={t('palette.results')}>
        {choices.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above listens to the keys
          <div
            key={choice.kind === 'entity' ? choice.hit.id : choice.kind}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            className={i === at ? 'palette-row is-picked' : 'palette-row'}
            data-testid="link-choice"
            onMouseMove={() => setPicked(i)}
            onClick={() => take(choice)}
          >
            <ChoiceRow choice={choice} />
          </div>
        ))}
      </div>
      <div className="palette-keys muted" aria-hidden>
        {t('annotate.linkKeys')}
      </div>
    </Modal>
  );
}

function linkOf(choice: Choice): ConceptLink {
  switch (choice.kind) {
    case 'entity':
      return { system: 'kg', code: String(choice.hit.id), name: choice.hit.name };
    case 'code':
      return { system: 'icd-10', code: choice.code, name: '' };
    case 'nil':
      return { system: 'nil', code: '', name: '' };
  }
}

function ChoiceRow({ choice }: { readonly choice: Choice }) {
  const { t } = useTranslation();
  if (choice.kind === 'nil')
    return (
      <>
        <span className="palette-name ellipsis">{t('annotate.nil')}</span>
        <span className="muted">NIL</span>
      </>
    );
  if (choice.kind === 'code')
    return (
      <>
        <span className="palette-name ellipsis">{choice.code}</span>
        <span className="muted">ICD-10</span>
      </>
    );
  const { hit } = choice;
  return (
    <>
      <TypeBadge type={hit.type} />
      <span className="palette-name ellipsis">{hit.name}</span>
      <span className="muted">{hit.code}</span>
    </>
  );
}
