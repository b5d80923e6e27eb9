import { DeleteOutlined, EditOutlined, MergeCellsOutlined, SplitCellsOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Edge, EntityHit, EntityPage } from '../../../shared/domain/graph.ts';
import { call } from '../../api/client.ts';
import { TYPE_ORDER } from '../../lib/entity-types.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { EntityDialog } from './entity-dialog.tsx';
import { EntityPicker } from './entity-picker.tsx';
import { useFactName } from './fact-name.ts';
import { useEdit } from './use-edit.ts';

interface EntityToolsProps {
  readonly page: EntityPage;
  readonly onEntity: (id: number | null) => void;
}

type Open = 'edit' | 'merge' | 'split' | undefined;

/** Changes the entity shown: its names and facts, one with another, one into two, away. Everything can be undone. */
export function EntityTools({ page, onEntity }: EntityToolsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>();
  const { busy, attempt } = useAttempt();
  const close = (): void => setOpen(undefined);
  const done = (entity: number): void => {
    close();
    if (entity !== page.id) onEntity(entity);
  };
  const remove = (): void =>
    void attempt(async () => {
      await call('kg.edit', { changes: [{ kind: 'remove', id: page.id }] });
      onEntity(null);
    });
  return (
    <div className="row entity-tools">
      <Button size="small" icon={<EditOutlined />} data-testid="entity-edit" onClick={() => setOpen('edit')}>
        {t('graph.edit')}
      </Button>
      <Button
        size="small"
        icon={<MergeCellsOutlined />}
        data-testid="entity-merge"
        onClick={() => setOpen('merge')}
      >
        {t('graph.merge')}
      </Button>
      <Button
        size="small"
        icon={<SplitCellsOutlined />}
        data-testid="entity-split"
        onClick={() => setOpen('split')}
      >
        {t('graph.split')}
      </Button>
      <Button
        size="small"
        icon={<DeleteOutlined />}
        disabled={busy}
        data-testid="entity-remove"
        onClick={remove}
      >
        {t('graph.remove')}
      </Button>
      {open === 'edit' && <EntityDialog page={page} onDone={done} onClose={close} />}
      {open === 'merge' && <MergeDialog page={page} onDone={done} onClose={close} />}
      {open === 'split' && <SplitDialog page={page} onDone={done} onClose={close} />}
    </div>
  );
}

interface DialogProps extends Pick<EntityToolsProps, 'page'> {
  readonly onDone: (entity: number) => void;
  readonly onClose: () => void;
}

/** Gives all that is known of this entity to another one. */
function MergeDialog({ page, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [into, setInto] = useState<EntityHit>();
  const { request, make } = useEdit(() => into !== undefined && onDone(into.id));
  const submit = (): void => {
    if (into !== undefined) make([{ kind: 'merge', id: page.id, into: into.id }]);
  };
  return (
    <FormDialog
      title={t('graph.mergeTitle', { name: page.name })}
      okText={t('graph.mergeNow')}
      width={520}
      ready={into !== undefined}
      request={request}
      testId="merge-dialog"
      onSubmit={submit}
      onClose={onClose}
    >
      <EntityPicker
        value={into?.id}
        without={page.id}
        label={t('graph.mergeInto')}
        testId="merge-into"
        onPick={setInto}
      />
      <p className="muted">
        {t('graph.mergeAbout', { names: page.names.length, edges: page.edgeCount })}
        {into !== undefined &&
          into.type !== page.type &&
          ` ${t('graph.mergeTypes', {
            from: t(`type.${page.type}`),
            into: t(`type.${into.type}`),
          })}`}
      </p>
    </FormDialog>
  );
}

const keyOf = ({ relation, direction, other }: Edge): string => `${direction} ${other.id} ${relation}`;

/** Gives chosen names, facts and edges of this entity to a new one. */
function SplitDialog({ page, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const relationName = useRelationName();
  const factName = useFactName();
  const names = page.names.flatMap(({ name, preferred }) => (preferred ? [] : [name]));
  const [name, setName] = useState('');
  const [type, setType] = useState(page.type);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [facts, setFacts] = useState<readonly string[]>([]);
  const [edges, setEdges] = useState<readonly string[]>([]);
  const { request, make } = useEdit((entity) => entity !== undefined && onDone(entity));
  const submit = (): void =>
    make([
      {
        ...{ kind: 'split', id: page.id, type, name: name.trim(), names: [...chosen], facts: [...facts] },
        edges: page.edges
          .filter((edge) => edges.includes(keyOf(edge)))
          .map(({ relation, direction, other }) => ({ relation, direction, other: other.id })),
      },
    ]);
  return (
    <FormDialog
      title={t('graph.splitTitle', { name: page.name })}
      okText={t('graph.splitNow')}
      width={680}
      ready={name.trim() !== ''}
      request={request}
      testId="split-dialog"
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">{t('graph.splitAbout')}</p>
      <label className="field-label" htmlFor="split-name">
        {t('graph.ownName')}
      </label>
      <Input id="split-name" value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
      <span className="field-label">{t('graph.type')}</span>
      <Select
        value={type}
        aria-label={t('graph.type')}
        options={TYPE_ORDER.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={setType}
      />
      <Choices title={t('graph.otherNames')} value={chosen} onChange={setChosen}>
        {names.map((one) => ({ value: one, label: one }))}
      </Choices>
      <Choices title={t('graph.facts')} value={facts} onChange={setFacts}>
        {Object.entries(page.facts).map(([key, value]) => ({
          value: key,
          label: `${factName(key)} · ${value.slice(0, 60)}`,
        }))}
      </Choices>
      <Choices title={t('graph.edges')} value={edges} onChange={setEdges}>
        {page.edges.map((edge) => ({
          value: keyOf(edge),
          label: `${relationName(edge.relation, edge.direction)} ${edge.other.name}`,
        }))}
      </Choices>
    </FormDialog>
  );
}

interface ChoicesProps {
  readonly title: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly children: { readonly value: string; readonly label: string }[];
}

function Choices({ title, value, onChange, children }: ChoicesProps) {
  if (children.length === 0) return null;
  return (
    <fieldset className="split-choices">
      <legend className="field-label">{title}</legend>
      <Checkbox.Group value={[...value]} options={children} onChange={onChange} />
    </fieldset>
  );
}
