import { SortAscendingOutlined, StarOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_LIST_ORDERS } from '../../../shared/domain/document.ts';
import { useSaveSettings, useSettings } from '../../api/system.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Questions that show what can be asked. */
const EXAMPLES = ['高钾血症 有', 'Hb<80', '胸痛 有, 肺栓塞 无', '"胸痛 2小时"'];

interface QuestionMenuProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** Kept questions, to ask again or to forget, and examples. */
export function QuestionMenu({ query, onQuery }: QuestionMenuProps) {
  const { t } = useTranslation();
  const { recordSearches: kept } = useSettings().settings;
  const save = useSaveSettings();
  const [isOpen, setOpen] = useState(false);
  const asking = (question: string) => ({
    key: `ask-${question}`,
    label: question,
    onClick: () => onQuery(question),
  });
  const isKept = kept.includes(query);
  const items: MenuProps['items'] = [
    ...kept.map(asking),
    ...(kept.length > 0 ? [{ type: 'divider' as const, key: 'line' }] : []),
    {
      key: 'keep',
      label: t(isKept ? 'docs.forgetSearch' : 'docs.keepSearch'),
      disabled: query === '',
      onClick: () =>
        save({ recordSearches: isKept ? kept.filter((one) => one !== query) : [...kept, query].slice(-100) }),
    },
    { key: 'examples', type: 'group', label: t('docs.searchExamples'), children: EXAMPLES.map(asking) },
  ];
  return (
    <Dropdown trigger={['click']} open={isOpen} onOpenChange={setOpen} menu={{ items }}>
      <span>
        <IconButton
          label={t('docs.searches')}
          icon={<StarOutlined />}
          testId="doc-searches"
          isMenuOpen={isOpen}
        />
      </span>
    </Dropdown>
  );
}

/** The order of the list, kept for the person. */
export function OrderMenu() {
  const { t } = useTranslation();
  const { recordOrder } = useSettings().settings;
  const save = useSaveSettings();
  const [isOpen, setOpen] = useState(false);
  const items = DOCUMENT_LIST_ORDERS.map((key) => ({
    key,
    label: t(`docs.orders.${key}`),
    onClick: () => save({ recordOrder: key }),
  }));
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={setOpen}
      menu={{ items, selectable: true, selectedKeys: [recordOrder] }}
    >
      <span>
        <IconButton
          label={t('docs.order')}
          icon={<SortAscendingOutlined />}
          testId="doc-order"
          isMenuOpen={isOpen}
        />
      </span>
    </Dropdown>
  );
}
