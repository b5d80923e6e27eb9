import { memo, type RefObject, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item, Relation, SpanItem } from '../../../../shared/domain/annotation.ts';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import {
  type AttributeType,
  lackingAttributes,
  valuesOf,
} from '../../../../shared/domain/annotation-schema.ts';
import { formatDateTime, formatPercent } from '../../../lib/format.ts';
import { useStore } from '../../../lib/use-store.ts';
import { keyText } from '../../../ui/kbd.tsx';
import { useKeymap } from '../../../ui/keymap-context.ts';
import { useAnnotation } from '../annotation-context.ts';
import { attributesFor, attributeValue, pickedValue } from '../controller/edits.ts';
import type { Layer } from '../controller/layer.ts';
import { titleOf } from '../schema/type-letters.ts';
import { TypeMark } from '../type-mark.tsx';
import { CommitOnBlurInput } from './commit-on-blur-input.tsx';
import { PlainButton } from './plain-button.tsx';
import { walkButtons } from './walk-buttons.ts';

interface ItemDetailsProps {
  /** An item that is shown at once, since the next key is meant for it. */
  readonly urgent: number | null;
  readonly box: RefObject<HTMLElement | null>;
  readonly onLink: () => void;
}

/** All about the chosen item. The place is always there, so that nothing moves when something is chosen. */
export function ItemDetails({ urgent, box, onLink }: ItemDetailsProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const layerNow = useStore(controller.session.layer);
  const chosenNow = useStore(controller.chosen);
  // Otherwise the panel follows the text and never delays it.
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
        if (event.key === 'Escape') controller.focus();
        else if (!walkButtons(event)) return;
        event.preventDefault();
      }}
    >
      {item === undefined ? (
        <p className="muted pad">{t('annotate.nothingChosen')}</p>
      ) : (
        <Details item={item} layer={layer} onLink={onLink} />
      )}
    </section>
  );
}

interface DetailsProps extends Pick<ItemDetailsProps, 'onLink'> {
  readonly item: Item;
  readonly layer: Layer;
}

const Details = memo(function Details({ item, layer, onLink }: DetailsProps) {
  const { controller, table } = useAnnotation();
  const { t } = useTranslation();
  const keymap = useKeymap();
  return (
    <>
      <header className="details-head">
        {item.kind === 'span' && <TypeMark table={table} type={item.type} />}
        <strong>{table.title(item.type)}</strong>
        <span className="details-words ellipsis">
          {item.kind === 'span' && wordsOf(controller.text, item)}
        </span>
        {item.kind === 'relation' && (
          <PlainButton
            label={`${t('command.turnRelation')} ${keyText(keymap.turnRelation)}`}
            onClick={() => controller.relations.turnRelation()}
          >
            ⇄
          </PlainButton>
        )}
        <PlainButton
          label={`${t('app.delete')} ${keyText(keymap.removeItem)}`}
          disabled={controller.locked}
          testId="remove-item"
          onClick={() => {
            controller.remove();
            controller.focus(); // this button is gone
          }}
        >
          ✕
        </PlainButton>
      </header>
      {item.status === 'suggested' && (
        <p className="details-row">
          <button type="button" className="choice-value" onClick={() => controller.suggestions.accept()}>
            {t('annotate.accept')} <kbd>{keyText(keymap.makeSpan)}</kbd>
          </button>
          <button type="button" className="choice-value" onClick={() => controller.suggestions.reject()}>
            {t('annotate.reject')} <kbd>{keyText(keymap.removeItem)}</kbd>
          </button>
        </p>
      )}
      {attributesFor(controller.schema.attributes, item).map((attribute, i) => (
        <AttributeRow key={attribute.name} item={item} attribute={attribute} number={i + 1} />
      ))}
      {item.kind === 'span' && <LinkRow span={item} onLink={onLink} />}
      {item.kind === 'span' && <Relations layer={layer} span={item} />}
      {item.kind === 'relation' && <RelationEnds layer={layer} relation={item} />}
      <NoteRow key={item.id} item={item} />
      <Provenance item={item} />
    </>
  );
});

interface AttributeRowProps {
  readonly item: Item;
  readonly attribute: AttributeType;
  readonly number: number;
}

function AttributeRow({ item, attribute, number }: AttributeRowProps) {
  const { controller } = useAnnotation();
  const name = attribute.required ? `${titleOf(attribute)} *` : titleOf(attribute);
  const value = attributeValue(item, attribute);
  const keys = number <= 9 && attribute.kind !== 'text' ? <kbd>⇧{number}</kbd> : null;
  if (attribute.kind === 'flag')
    return (
      <p className="details-row" data-attribute={attribute.name}>
        <label>
          <input
            type="checkbox"
            checked={value === 'true'}
            disabled={controller.locked}
            onChange={() => controller.spans.turnAttribute(attribute)}
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
        <CommitOnBlurInput
          key={item.id}
          value={value}
          label={name}
          disabled={controller.locked}
          onChange={(next) => controller.spans.setAttribute(item, attribute, next === '' ? null : next)}
          onLeave={() => controller.focus()}
        />
        <Missing item={item} attribute={attribute} />
      </p>
    );
  return (
    <div className="details-row" data-attribute={attribute.name}>
      <span className="details-name">{name}</span>
      <fieldset className="choice" aria-label={name}>
        {attribute.values.map((choice) => (
          <button
            key={choice}
            type="button"
            className="choice-value"
            aria-pressed={attribute.several ? valuesOf(value).includes(choice) : choice === value}
            disabled={controller.locked}
            onClick={() =>
              controller.spans.setAttribute(item, attribute, pickedValue(item, attribute, choice))
            }
          >
            {choice}
          </button>
        ))}
      </fieldset>
      {keys}
      <Missing item={item} attribute={attribute} />
    </div>
  );
}

/** Says that a required value is missing. */
function Missing({ item, attribute }: Pick<AttributeRowProps, 'item' | 'attribute'>) {
  const { t } = useTranslation();
  if (lackingAttributes([attribute], item).length === 0) return null;
  return (
    <span className="field-error" data-testid="attribute-missing">
      {t('annotate.missing')}
    </span>
  );
}

function LinkRow({ span, onLink }: { readonly span: SpanItem; readonly onLink: () => void }) {
  const { controller } = useAnnotation();
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
      <PlainButton label={t('command.editLink')} disabled={controller.locked} onClick={onLink}>
        {t('annotate.search')}
      </PlainButton>
      {link !== undefined && (
        <PlainButton
          label={t('annotate.unlink')}
          disabled={controller.locked}
          onClick={() => controller.spans.setLink(span, null)}
        >
          ✕
        </PlainButton>
      )}
    </p>
  );
}

function Relations({ layer, span }: { readonly layer: Layer; readonly span: SpanItem }) {
  const { controller, table } = useAnnotation();
  return layer.relationsOf(span.id).map((relation) => {
    const goes = relation.from === span.id;
    const other = layer.get(goes ? relation.to : relation.from);
    return (
      <button
        key={relation.id}
        type="button"
        className="details-relation"
        onClick={() => controller.selection.choose(relation.id)}
      >
        <span className="muted">
          {goes ? '→' : '←'} {table.title(relation.type)}
        </span>
        {other?.kind === 'span' && wordsOf(controller.text, other)}
      </button>
    );
  });
}

interface RelationEndsProps {
  readonly layer: Layer;
  readonly relation: Relation;
}

function RelationEnds({ layer, relation }: RelationEndsProps) {
  const { controller } = useAnnotation();
  return [relation.from, relation.to].map((id, i) => {
    const end = layer.get(id);
    return end?.kind !== 'span' ? null : (
      <button
        key={id}
        type="button"
        className="details-relation"
        onClick={() => controller.selection.choose(id)}
      >
        <span className="muted">{i === 0 ? '●' : '→'}</span>
        {wordsOf(controller.text, end)}
      </button>
    );
  });
}

function NoteRow({ item }: { readonly item: Item }) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  return (
    <div className="details-row is-note">
      <span className="details-name">{t('annotate.note')}</span>
      <CommitOnBlurInput
        value={item.note}
        label={t('annotate.note')}
        disabled={controller.locked}
        onChange={(note) => controller.spans.setNote(item, note)}
        onLeave={() => controller.focus()}
      />
    </div>
  );
}

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
