import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EntityHit, type EntityPage, RELATIONS } from '../../../shared/domain/graph.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { useRelationName } from '../../ui/relation-name.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { EntityPicker } from './entity-picker.tsx';

/** Adds a relation between the entity shown and another one. */
export function EdgeForm({ page }: { readonly page: EntityPage }) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  const { data: stats } = useAnswer('kg.stats', {});
  const [direction, setDirection] = useState<'out' | 'in'>(page.type === 'disease' ? 'out' : 'in');
  const [relation, setRelation] = useState<string>();
  const [other, setOther] = useState<EntityHit>();
  const { busy, attempt } = useAttempt();
  const relations = new Set([...Object.keys(RELATIONS), ...Object.keys(stats?.relations ?? {})]);
  relations.delete('SameAs');
  const add = (): void => {
    if (relation === undefined || other === undefined) return;
    const [head, tail] = direction === 'out' ? [page.id, other.id] : [other.id, page.id];
    void attempt(async () => {
      await call('kg.edit', { changes: [{ kind: 'addEdge', head, relation, tail }] });
      setOther(undefined);
    });
  };
  return (
    <div className="row wrap path-tools" data-testid="edge-form">
      <Segmented
        value={direction}
        aria-label={t('graph.direction')}
        options={[
          { value: 'out' as const, label: t('graph.outgoing') },
          { value: 'in' as const, label: t('graph.incoming') },
        ]}
        onChange={setDirection}
      />
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        className="completion-relation"
        value={relation}
        placeholder={t('graph.relation')}
        aria-label={t('graph.relation')}
        data-testid="edge-relation"
        options={[...relations].map((value) => ({ value, label: nameOf(value, direction) }))}
        onChange={setRelation}
      />
      <EntityPicker
        value={other?.id}
        without={page.id}
        label={t('graph.pathTo')}
        testId="edge-other"
        onPick={setOther}
      />
      <Button
        disabled={busy || relation === undefined || other === undefined}
        data-testid="edge-add"
        onClick={add}
      >
        {t('graph.addEdge')}
      </Button>
    </div>
  );
}
