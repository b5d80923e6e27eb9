import { memo, type RefObject, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item, Relation, Span } from '../../../../shared/domain/annotation.ts';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import type { AttributeType } from '../../../../shared/domain/annotation-schema.ts';
import { formatDateTime, formatPercent } from '../../../lib/format.ts';
import { useStore } from '../../../lib/use-store.ts';
import { keyText } from '../../../ui/kbd.tsx';
import { useKeymap } from '../../../ui/keymap-context.ts';
import type { AnnotationDesk } from '../controller/desk.ts';
import { attributesFor, attributeValue } from '../controller/edits.ts';
import type { Layer } from '../controller/layer.ts';
import { titleOf } from '../schema/type-letters.ts';
import { TypeMark, type TypeTable } from '../type-mark.tsx';
import { LateInput } from './late-input.tsx';
import { Tool } from './tool.tsx';
import { walkButtons } from './walk-buttons.ts';

interface ItemDetailsProps {
  readonly desk: AnnotationDesk;
  readonly table: TypeTable;
  /** An item that is shown at once, since the next key is meant for it. */
  readonly urgent: number | null;
  readonly box: RefObject<HTMLElement | null>;
  readonly onLink: () => void;
}

/** All about the chosen item. The place is always there, so that nothing moves when something is chosen. */
export function ItemDetails({ desk, table, urgent, box, onLink }: ItemDetailsProps) {
  const { t } = useTranslation();
  const layerNow = useStore(desk.session.layer);
  const chosenNow = useStore(desk.chosen);
  // Else it follows the text and never holds it up.
  const layerSoon = useDeferredValue(layerNow);
  const chosenSoon = useDeferredValue(chosenNow);
  const isUrgent = urgent !== null && urgent === chosenNow;
  const layer = isUrgent ? layerNow : layerSoon;
  const chosen = isUrgent ? chosenNow : chosenSoon;
  const item = layer.get(chosen);
  return (
    <section
      ref={box}
      className="item-details"
      aria-label={t('annotate.details')}
      data-testid="item-details"
      onKeyDown={(event) => {
        if (event.key === 'Escape') desk.focus();
        else if (!walkButtons(event)) return;
        event.preventDefault();
      }}
    >
      {item === undefined ? (
        <p className="muted pad">{t('annotate.nothingChosen')}</p>
      ) : (
        <Details desk={desk} table={table} item={item} layer={layer} onLink={onLink} />
      )}
    </section>
  );
}

interface DetailsProps extends Pick<ItemDetailsProps, 'desk' | 'table' | 'onLink'> {
  readonly item: Item;
  readonly layer: Layer;
}

const Details = memo(function Details({ desk, table, item, layer, onLink }: DetailsProps) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  return (
    <>
      <header className="details-head">
        {item.kind === 'span' && <TypeMark table={table} type={item.type} />}
        <strong>{table.title(item.type)}</strong>
        <span className="details-words">{item.kind === 'span' && wordsOf(desk.text, item)}</span>
        {item.kind === 'relation' && (
          <Tool
            label={`${t('command.turnRelation')} ${keyText(keymap.turnRelation)}`}
            onClick={() => desk.turnRelation()}
          >
            ⇄
          </Tool>
        )}
        <Tool
          label={`${t('app.delete')} ${keyText(keymap.removeItem)}`}
          disabled={desk.locked}
          testId="remove-item"
          onClick={() => {
            desk.remove();
            desk.focus(); // this button is gone
          }}
        >
          ✕
        </Tool>
      </header>
      {item.status === 'suggested' && (
        <p className="details-row">
          <button type="button" className="choice-value" onClick={() => desk.accept()}>
            {t('annotate.accept')} <kbd>{keyText(keymap.makeSpan)}</kbd>
          </button>
          <button type="button" className="choice-value" onClick={() => desk.reject()}>
            {t('annotate.reject')} <kbd>{keyText(keymap.removeItem)}</kbd>
          </button>
        </p>
      )}
      {attributesFor(desk.schema.attributes, item).map((attribute, i) => (
        <AttributeRow key={attribute.name} desk={desk} item={item} attribute={attribute} number={i + 1} />
      ))}
      {item.kind === 'span' && <LinkRow desk={desk} span={item} onLink={onLink} />}
      {item.kind === 'span' && <Relations desk={desk} table={table} layer={layer} span={item} />}
      {item.kind === 'relation' && <RelationEnds desk={desk} layer={layer} relation={item} />}
      <NoteRow key={item.id} desk={desk} item={item} />
      <Provenance item={item} />
    </>
  );
});

interface AttributeRowProps {
  readonly desk: AnnotationDesk;
  readonly item: Item;
  readonly attribute: AttributeType;
  readonly number: number;
}

function AttributeRow({ desk, item, attribute, number }: AttributeRowProps) {
  const name = titleOf(attribute);
  const value = attributeValue(item, attribute);
  const keys = number <= 9 && attribute.kind !== 'text' ? <kbd>⇧{number}</kbd> : null;
  if (attribute.kind === 'flag')
    return (
      <p className="details-row" data-attribute={attribute.name}>
        <label>
          <input
            type="checkbox"
            checked={value === 'true'}
            disabled={desk.locked}
            onChange={() => desk.turnAttribute(attribute)}
          />{' '}
          {name}
        </label>
        {keys}
      </p>
    );
  if (attribute.kind === 'text')
    return (
      <p className="details-row" data-attribute={attribute.name}>
        <span className="details-name">{name}</span>
        <LateInput
          key={item.id}
          value={value}
          label={name}
          disabled={desk.locked}
          onChange={(next) => desk.setAttribute(item, attribute, next === '' ? null : next)}
          onLeave={() => desk.focus()}
        />
      </p>
    );
  return (
    <div className="details-row" data-attribute={attribute.name}>
      <span className="details-name">{name}</span>
      <fieldset className="choice" aria-label={name}>
        {attribute.values.map((choice, i) => (
          <button
            key={choice}
            type="button"
            className="choice-value"
            aria-pressed={choice === value}
            disabled={desk.locked}
            onClick={() => desk.setAttribute(item, attribute, i === 0 ? null : choice)}
          >
            {choice}
          </button>
        ))}
      </fieldset>
      {keys}
    </div>
  );
}

function LinkRow({
  desk,
  span,
  onLink,
}: {
  readonly desk: AnnotationDesk;
  readonly span: Span;
  readonly onLink: () => void;
}) {
  const { t } = useTranslation();
  const { link } = span;
  return (
    <p className="details-row">
      <span className="details-name">{t('annotate.link')}</span>
      <span className="details-value">
        {link === undefined ? (
          <span className="muted">{t('app.none')}</span>
        ) : link.system === 'nil' ? (
          t('annotate.nil')
        ) : (
          `${link.name} ${link.system === 'kg' ? '' : link.code}`
        )}
      </span>
      <Tool label={t('command.editLink')} disabled={desk.locked} onClick={onLink}>
        {t('annotate.search')}
      </Tool>
      {link !== undefined && (
        <Tool label={t('annotate.unlink')} disabled={desk.locked} onClick={() => desk.setLink(span, null)}>
          ✕
        </Tool>
      )}
    </p>
  );
}

function Relations({
  desk,
  table,
  layer,
  span,
}: {
  readonly desk: AnnotationDesk;
  readonly table: TypeTable;
  readonly layer: Layer;
  readonly span: Span;
}) {
  return layer.relationsOf(span.id).map((relation) => {
    const goes = relation.from === span.id;
    const other = layer.get(goes ? relation.to : relation.from);
    return (
      <button
        key={relation.id}
        type="button"
        className="details-relation"
        onClick={() => desk.choose(relation.id)}
      >
        <span className="muted">
          {goes ? '→' : '←'} {table.title(relation.type)}
        </span>
        {other?.kind === 'span' && wordsOf(desk.text, other)}
      </button>
    );
  });
}

interface RelationEndsProps {
  readonly desk: AnnotationDesk;
  readonly layer: Layer;
  readonly relation: Relation;
}

function RelationEnds({ desk, layer, relation }: RelationEndsProps) {
  return [relation.from, relation.to].map((id, i) => {
    const end = layer.get(id);
    return end?.kind !== 'span' ? null : (
      <button key={id} type="button" className="details-relation" onClick={() => desk.choose(id)}>
        <span className="muted">{i === 0 ? '●' : '→'}</span>
        {wordsOf(desk.text, end)}
      </button>
    );
  });
}

function NoteRow({ desk, item }: { readonly desk: AnnotationDesk; readonly item: Item }) {
  const { t } = useTranslation();
  return (
    <div className="details-row is-note">
      <span className="details-name">{t('annotate.note')}</span>
      <LateInput
        value={item.note}
        label={t('annotate.note')}
        disabled={desk.locked}
        onChange={(note) => desk.setNote(item, note)}
        onLeave={() => desk.focus()}
      />
    </div>
  );
}

/** Who put it there, whose reading it is, and who stands for it. */
function Provenance({ item: { provenance } }: { readonly item: Item }) {
  const { t } = useTranslation();
  const { kind, name, version, confidence, at, acceptedBy, acceptedAt, readings = [] } = provenance;
  const names = [...new Set(readings.map(({ annotator }) => annotator))].join('、');
  const source = [t(`annotate.source.${kind}`), name, version].filter(Boolean).join(' ');
  const parts = [
    source,
    confidence === undefined ? '' : formatPercent(confidence),
    at === undefined ? '' : formatDateTime(at),
    names === '' ? '' : t('annotate.adjudication.readingsOf', { names }),
    acceptedBy === undefined
      ? ''
      : names === ''
        ? t('annotate.acceptedBy', { name: acceptedBy })
        : t('annotate.adjudication.decidedBy', { name: acceptedBy, at: formatDateTime(acceptedAt ?? '') }),
  ];
  return (
    <p className="details-source muted" data-testid="provenance">
      {parts.filter((part) => part !== '').join(' · ')}
    </p>
  );
}
