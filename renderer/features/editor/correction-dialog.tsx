import { Button, Checkbox, Modal, Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityHit, EntityType } from '../../../shared/domain/graph.ts';
import { Assertion } from '../../../shared/domain/mention.ts';
import { MAX_MENTION } from '../../../shared/domain/record-relations.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { useAnswer } from '../../api/requests.ts';
import { TYPE_ORDER } from '../../lib/entity-types.ts';
import { isEntityType } from '../../lib/mention-kinds.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useStore } from '../../lib/use-store.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import type { CorrectionTarget, RightMention } from './corrections.ts';
import type { EditorView } from './editor-view.ts';
import type { DocumentSession } from './session.ts';
import type { Corrections } from './use-corrections.ts';

interface CorrectionDialogProps {
  readonly view: EditorView;
  readonly session: DocumentSession;
  readonly corrections: Corrections;
}

/** The form by which a highlight is corrected, or words are marked. */
export function CorrectionDialog({ view, ...rest }: CorrectionDialogProps) {
  const target = useStore(view.correcting);
  if (target === null) return null;
  return <Form key={`${target.span.start} ${target.span.end}`} {...rest} view={view} target={target} />;
}

type Entity = RightMention['entity'];

/** Returns what the form begins with: the mention as it is, or a symptom that is present. */
function beginning({ placed, made }: CorrectionTarget): Omit<RightMention, 'start' | 'end'> {
  const mention = placed?.mention;
  const linked = mention?.linked;
  const type = mention !== undefined && isEntityType(mention.kind) ? mention.kind : 'symptom';
  const assertion = (linked ?? mention?.predicted)?.assertion ?? 'present';
  const own =
    linked?.entityId === undefined ? null : { id: linked.entityId, type: linked.type, name: linked.name };
  return { type, assertion, entity: made?.mention?.entity ?? own };
}

function Form({
  view,
  session,
  corrections,
  target,
}: CorrectionDialogProps & { readonly target: CorrectionTarget }) {
  const { t } = useTranslation();
  const { placed } = target;
  const [span, setSpan] = useState(target.span);
  const [{ type, assertion, entity }, setMention] = useState(() => beginning(target));
  const [besides, setBesides] = useState(false);
  const [busy, setBusy] = useState(false);
  const isOther = placed !== undefined && (span.start !== placed.start || span.end !== placed.end);
  const close = (): void => view.correct(null);
  const save = (mention: RightMention | null): void => {
    const alone = { ...target, placed: undefined, made: undefined };
    setBusy(true);
    void corrections.mark(session, isOther && besides ? alone : target, mention).then((stored) => {
      if (stored) close();
      else setBusy(false);
    });
  };
  const submit = (): void =>
    save({ ...span, type, assertion, entity: entity?.type === type ? entity : null });
  return (
    <Modal
      open
      title={t(placed === undefined ? 'corrections.titleAdd' : 'corrections.titleChange')}
      data-testid="correction"
      width={560}
      onCancel={close}
      footer={
        <div className="correction-footer">
          {placed !== undefined && (
            <Button danger disabled={busy} data-testid="correction-remove" onClick={() => save(null)}>
              {t('corrections.remove')}
            </Button>
          )}
          <span className="fine muted">{t('corrections.keys')}</span>
          <Button onClick={close}>{t('app.cancel')}</Button>
          <Button type="primary" loading={busy} data-testid="correction-save" onClick={submit}>
            {t('corrections.save')}
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter on any choice saves the form */}
      <div
        className="correction-form"
        onKeyDown={(event) => {
          const { target: at } = event;
          const chooses = at instanceof HTMLInputElement && at.type !== 'radio' && at.type !== 'checkbox';
          if (event.key !== 'Enter' || chooses || at instanceof HTMLButtonElement || busy) return;
          event.preventDefault();
          submit();
        }}
      >
        <Row label={t('corrections.words')}>
          <SpanField session={session} span={span} onSpan={setSpan} />
          {isOther && (
            <Checkbox checked={besides} onChange={(event) => setBesides(event.target.checked)}>
              {t('corrections.besides', { words: placed.mention.text })}
            </Checkbox>
          )}
        </Row>
        <Row label={t('corrections.type')}>
          <Radio.Group
            value={type}
            aria-label={t('corrections.type')}
            data-testid="correction-type"
            onChange={({ target: { value } }) => setMention((now) => ({ ...now, type: value as EntityType }))} // safe: a type below
          >
            {TYPE_ORDER.map((one) => (
              <Radio key={one} value={one} autoFocus={one === type}>
                {t(`type.${one}`)}
              </Radio>
            ))}
          </Radio.Group>
        </Row>
        <Row label={t('corrections.assertion')}>
          <Radio.Group
            value={assertion}
            aria-label={t('corrections.assertion')}
            data-testid="correction-assertion"
            onChange={({ target: { value } }) =>
              setMention((now) => ({ ...now, assertion: value as Assertion }))
            } // safe: one below
          >
            {Assertion.options.map((one) => (
              <Radio key={one} value={one}>
                {t(`assertion.${one}`)}
              </Radio>
            ))}
          </Radio.Group>
        </Row>
        <Row label={t('corrections.entity')}>
          <EntityField
            words={wordsAt(session, span)}
            type={type}
            entity={entity?.type === type ? entity : null}
            onEntity={(next) => setMention((now) => ({ ...now, entity: next }))}
          />
        </Row>
      </div>
    </Modal>
  );
}

const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="correction-row">
    <div className="muted">{label}</div>
    <div>{children}</div>
  </div>
);

const wordsAt = (session: DocumentSession, { start, end }: Span): string =>
  session.model.getValue().slice(start, end);

interface SpanFieldProps {
  readonly session: DocumentSession;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}

/** Characters shown on either side of the words. */
const BESIDE = 8;

/** The words between those around them; each end moves by a character. */
function SpanField({ session, span: { start, end }, onSpan }: SpanFieldProps) {
  const { t } = useTranslation();
  const text = session.model.getValue();
  const move = (label: string, sign: string, from: number, to: number) => (
    <Button
      size="small"
      aria-label={label}
      title={label}
      disabled={from < 0 || to > text.length || from >= to || to - from > MAX_MENTION}
      onClick={() => onSpan({ start: from, end: to })}
    >
      {sign}
    </Button>
  );
  return (
    <div className="correction-span">
      {move(t('corrections.widenStart'), '←', start - stepBefore(text, start), end)}
      {move(t('corrections.narrowStart'), '→', start + stepAfter(text, start), end)}
      <span className="correction-words" data-testid="correction-words" lang="zh-CN">
        <span className="muted">{text.slice(Math.max(0, start - BESIDE), start)}</span>
        <mark>{text.slice(start, end)}</mark>
        <span className="muted">{text.slice(end, end + BESIDE)}</span>
      </span>
      {move(t('corrections.narrowEnd'), '←', start, end - stepBefore(text, end))}
      {move(t('corrections.widenEnd'), '→', start, end + stepAfter(text, end))}
    </div>
  );
}

/** Code units of the character that begins at an offset, or that ends there; at the ends of a text 1. */
const stepAfter = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
const stepBefore = (text: string, at: number): number => ((text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1);

const FOUND = 20;

interface EntityFieldProps {
  readonly words: string;
  readonly type: EntityType;
  readonly entity: Entity;
  readonly onEntity: (entity: Entity) => void;
}

/** Searches entities of the type; before anything is typed, those named like the words. */
function EntityField({ words, type, entity, onEntity }: EntityFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim() || words.slice(0, 200), 150);
  const { data = [] } = useAnswer('kg.search', query.trim() !== '' && { query, type, limit: FOUND });
  const choose = (id: number | null): void => {
    const hit = data.find((one) => one.id === id);
    onEntity(hit === undefined ? null : { id: hit.id, type: hit.type, name: hit.name });
  };
  return (
    <Select<number | null>
      className="correction-entity"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={entity?.id ?? null}
      aria-label={t('corrections.entity')}
      data-testid="correction-entity"
      options={[
        { value: null, label: t('corrections.noEntity') },
        ...(entity?.id === undefined || data.some(({ id }) => id === entity.id)
          ? []
          : [{ value: entity.id, label: entity.name }]),
        ...data.map((hit) => ({ value: hit.id, label: <Hit hit={hit} /> })),
      ]}
      onChange={(id) => choose(id ?? null)}
    />
  );
}

const Hit = ({ hit: { type, name, matched } }: { readonly hit: EntityHit }) => (
  <span>
    <TypeBadge type={type} /> {name}
    {matched !== undefined && <span className="muted"> {matched}</span>}
  </span>
);
