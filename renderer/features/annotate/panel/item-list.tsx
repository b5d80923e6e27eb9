import { Input } from 'antd';
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../../shared/domain/annotation.ts';
import { formatPercent } from '../../../lib/format.ts';
import { useStore } from '../../../lib/use-store.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { wordsOfItem } from '../adjudicate/readings.ts';
import { useAnnotation } from '../annotation-context.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';
import type { Layer } from '../controller/layer.ts';
import { attributeSigns } from '../text/span-drawer.ts';
import { ItemMark, type TypeTable } from '../type-mark.tsx';

const ROW = 28;

/** Spans in the order of the text, then relations; a click chooses and shows one. Follows the text, never holds it up. */
export function ItemList() {
  const { controller } = useAnnotation();
  const layer = useDeferredValue(useStore(controller.session.layer));
  const chosen = useDeferredValue(useStore(controller.chosen));
  return <Items layer={layer} chosen={chosen} />;
}

interface ItemsProps {
  readonly layer: Layer;
  readonly chosen: number | null;
}

const Items = memo(function Items({ layer, chosen }: ItemsProps) {
  const { controller, table } = useAnnotation();
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const inList = useMemo(() => filterOf(controller, table, words), [controller, table, words]);
  const items = useMemo(
    () => [...layer.spans.spans, ...layer.relations, ...layer.labels].filter(inList),
    [layer, inList],
  );
  const box = useRef<HTMLDivElement>(null);
  const at = useMemo(() => items.findIndex(({ id }) => id === chosen), [items, chosen]);

  useLayoutEffect(() => {
    controller.suggestions.inList = inList;
    return () => {
      controller.suggestions.inList = () => true;
    };
  }, [controller, inList]);

  useLayoutEffect(() => {
    const list = box.current?.querySelector('.virtual-list');
    if (list == null || at < 0) return;
    const top = at * ROW;
    if (top < list.scrollTop || top + ROW > list.scrollTop + list.clientHeight)
      list.scrollTop = Math.max(0, top - list.clientHeight / 2);
  }, [at]);

  return (
    <div className="item-list" ref={box} data-testid="item-list" data-count={layer.items.size}>
      <Input
        allowClear
        value={words}
        placeholder={t('annotate.filterItems', { n: layer.items.size })}
        aria-label={t('annotate.filterItems', { n: layer.items.size })}
        onChange={(event) => setWords(event.target.value)}
      />
      {layer.items.size === 0 && <p className="muted pad">{t('annotate.noItemsYet')}</p>}
      {layer.items.size > 0 && items.length === 0 && <p className="muted pad">{t('mentions.noMatch')}</p>}
      <VirtualList
        items={items}
        rowHeight={ROW}
        keyOf={({ id }) => id}
        label={t('annotate.items')}
        render={(item) => <ItemRow layer={layer} item={item} chosen={item.id === chosen} />}
      />
    </div>
  );
});

/** Returns whether an item of the present layer has the words that are typed above the list. */
function filterOf(controller: AnnotationController, table: TypeTable, typed: string) {
  const wanted = typed.trim().toLowerCase();
  return (item: Item): boolean => {
    const words = wordsOfItem({ text: controller.text, layer: controller.session.layer.get() }, item);
    return [item.type, table.title(item.type), item.note, words].some((part) =>
      part.toLowerCase().includes(wanted),
    );
  };
}

interface ItemRowProps {
  readonly layer: Layer;
  readonly item: Item;
  readonly chosen: boolean;
}

function ItemRow({ layer, item, chosen }: ItemRowProps) {
  const { controller, table } = useAnnotation();
  const { t } = useTranslation();
  const { confidence } = item.provenance;
  const isSuggested = item.status === 'suggested';
  return (
    <button
      type="button"
      className={`item-row${chosen ? ' is-chosen' : ''}${isSuggested ? ' is-suggested' : ''}`}
      data-testid="item-row"
      data-id={item.id}
      aria-current={chosen}
      tabIndex={-1}
      onClick={() => {
        controller.selection.choose(item.id);
        controller.focus();
      }}
    >
      <ItemMark table={table} item={item} />
      <span className="item-words">
        {wordsOfItem({ text: controller.text, layer }, item) || table.title(item.type)}
      </span>
      {item.kind === 'relation' && <span className="muted">{table.title(item.type)}</span>}
      <span className="item-signs muted">
        {attributeSigns(controller.schema, item)}
        {item.note !== '' && '*'}
        {item.kind === 'span' && item.link !== undefined && '⛓'}
      </span>
      {isSuggested && (
        <span className="muted">
          {confidence === undefined ? t('annotate.suggested') : formatPercent(confidence)}
        </span>
      )}
    </button>
  );
}
