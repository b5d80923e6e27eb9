import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityPage, EntityType } from '../../../shared/domain/graph.ts';
import type { GraphChange } from '../../../shared/domain/graph-edit.ts';
import { TYPE_ORDER } from '../../lib/entity-types.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { KNOWN_FACTS, useFactName } from './fact-name.ts';
import { useEdit } from './use-edit.ts';

interface EntityDialogProps {
  /** The entity as it is; absent for a new one. */
  readonly page?: EntityPage;
  readonly onDone: (entity: number) => void;
  readonly onClose: () => void;
}

interface Fact {
  readonly key: string;
  readonly value: string;
}

interface Form {
  readonly name: string;
  readonly type: EntityType;
  readonly names: readonly string[];
  readonly facts: readonly Fact[];
}

const formOf = (page: EntityPage | undefined): Form => ({
  name: page?.name ?? '',
  type: page?.type ?? 'disease',
  names: page?.names.flatMap(({ name, preferred }) => (preferred ? [] : [name])) ?? [],
  facts: Object.entries(page?.facts ?? {}).map(([key, value]) => ({ key, value })),
});

const factsOf = (facts: readonly Fact[]): Record<string, string> =>
  Object.fromEntries(
    facts.flatMap(({ key, value }) =>
      key.trim() === '' || value.trim() === '' ? [] : [[key.trim(), value.trim()]],
    ),
  );

/** Returns the changes that make the entity what the form says. */
function changesOf(page: EntityPage | undefined, form: Form): GraphChange[] {
  const [name, names, facts] = [form.name.trim(), [...form.names], factsOf(form.facts)];
  if (page === undefined) return [{ kind: 'add', type: form.type, name, names, facts }];
  const { id } = page;
  const before = formOf(page);
  const added = names.filter((one) => one !== name && one !== page.name && !before.names.includes(one));
  // A name that becomes the entity's own is no longer a synonym; the old own name stays unless it was taken out.
  const removed = before.names.filter((one) => !names.includes(one) && one !== name);
  const keys = [...new Set([...Object.keys(page.facts), ...Object.keys(facts)])];
  return [
    ...(name === page.name ? [] : [{ kind: 'rename' as const, id, from: page.name, to: name }]),
    ...(form.type === page.type ? [] : [{ kind: 'retype' as const, id, from: page.type, to: form.type }]),
    ...added.map((one): GraphChange => ({ kind: 'addName', id, name: one })),
    ...removed.map((one): GraphChange => ({ kind: 'removeName', id, name: one })),
    ...keys.flatMap((key): GraphChange[] => {
      const [from, to] = [page.facts[key] ?? null, facts[key] ?? null];
      return from === to ? [] : [{ kind: 'fact', id, key, from, to }];
    }),
  ];
}

/** The form of an entity: its names, type and facts. */
export function EntityDialog({ page, onDone, onClose }: EntityDialogProps) {
  const { t } = useTranslation();
  const factName = useFactName();
  const [form, setForm] = useState(() => formOf(page));
  const { request, make } = useEdit((entity) => (entity === undefined ? onClose() : onDone(entity)));
  const put = (part: Partial<Form>): void => setForm((now) => ({ ...now, ...part }));
  const putFact = (at: number, part: Partial<Fact>): void =>
    put({ facts: form.facts.map((fact, n) => (n === at ? { ...fact, ...part } : fact)) });
  const changes = changesOf(page, form);
  return (
    <FormDialog
      title={page === undefined ? t('graph.newEntity') : t('graph.editEntity', { name: page.name })}
      okText={t('graph.save')}
      width={620}
      ready={form.name.trim() !== '' && changes.length > 0}
      request={request}
      testId="entity-dialog"
      onSubmit={() => make(changes)}
      onClose={onClose}
    >
      <label className="field-label" htmlFor="entity-name">
        {t('graph.ownName')}
      </label>
      <Input
        id="entity-name"
        value={form.name}
        maxLength={200}
        onChange={({ target }) => put({ name: target.value })}
      />
      <span className="field-label">{t('graph.type')}</span>
      <Select
        value={form.type}
        aria-label={t('graph.type')}
        data-testid="entity-type"
        options={TYPE_ORDER.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(type) => put({ type })}
      />
      <span className="field-label">{t('graph.otherNames')}</span>
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={['、', '；', ';', '|']}
        value={[...form.names]}
        aria-label={t('graph.otherNames')}
        data-testid="entity-names"
        onChange={(names) => put({ names })}
      />
      <span className="field-label">{t('graph.facts')}</span>
      {form.facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their keys are typed
        <div key={at} className="row fact-row">
          <Input
            value={fact.key}
            aria-label={t('graph.factKey')}
            className="fact-key"
            list="known-facts"
            maxLength={100}
            onChange={({ target }) => putFact(at, { key: target.value })}
          />
          <Input
            value={fact.value}
            aria-label={t('graph.factValue')}
            maxLength={20_000}
            onChange={({ target }) => putFact(at, { value: target.value })}
          />
        </div>
      ))}
      <datalist id="known-facts">
        {KNOWN_FACTS.map((value) => (
          <option key={value} value={value}>
            {factName(value)}
          </option>
        ))}
      </datalist>
      <Button
        size="small"
        data-testid="entity-add-fact"
        onClick={() => put({ facts: [...form.facts, { key: '', value: '' }] })}
      >
        {t('graph.addFact')}
      </Button>
    </FormDialog>
  );
}
