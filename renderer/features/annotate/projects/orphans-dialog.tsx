import { Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { OrphanRule, Orphans } from '../../../../shared/domain/project.ts';
import { choicesFor, keyOf, type Orphan, type OrphanChoices, renamedTo, rulesOf } from './orphan-choices.ts';

interface OrphansDialogProps {
  readonly orphans: Orphans;
  readonly before: AnnotationSchema;
  readonly schema: AnnotationSchema;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onSave: (rules: OrphanRule[]) => void;
}

/** Stands for removal in the list of choices: names of types may be any text but this. */
const REMOVE = '';

/** Asks, for each type that goes, for another type of its items or their removal. No choice is preset. */
export function OrphansDialog({ orphans, before, schema, busy, onCancel, onSave }: OrphansDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<OrphanChoices>(new Map());
  const choiceFor = (orphan: Orphan): string | null | undefined => {
    const key = keyOf(orphan);
    return chosen.has(key) ? chosen.get(key) : renamedTo(orphan, before, schema);
  };
  const ready = orphans.items.every((orphan) => choiceFor(orphan) !== undefined);
  const submit = (): void => {
    const all = new Map(chosen);
    for (const orphan of orphans.items) {
      const choice = choiceFor(orphan);
      if (choice !== undefined) all.set(keyOf(orphan), choice);
    }
    setChosen(all); // what was preselected counts from now on, also when more has to be asked
    onSave(rulesOf(all));
  };
  return (
    <Modal
      open
      title={t('annotate.orphansTitle', { n: orphans.total })}
      okText={t('annotate.orphansOk')}
      cancelText={t('annotate.orphansCancel')}
      okButtonProps={{ disabled: !ready, loading: busy }}
      data-testid="orphans-dialog"
      onCancel={onCancel}
      onOk={submit}
    >
      <p>{t('annotate.orphansBody')}</p>
      <ul className="orphans">
        {orphans.items.map((orphan) => {
          const choice = choiceFor(orphan);
          return (
            <li key={keyOf(orphan)} data-testid="orphan">
              <span className="orphan-what">
                <span className="muted">{t(`annotate.orphanKind.${orphan.what}`)}</span>{' '}
                <strong>{orphan.name}</strong>
              </span>
              <Select
                size="small"
                status={choice === undefined ? 'warning' : ''}
                aria-label={t('annotate.orphanChoice', { name: orphan.name })}
                placeholder={t('annotate.orphanChoose')}
                value={choice === undefined ? null : (choice ?? REMOVE)}
                options={[
                  ...choicesFor(orphan, schema).map((name) => ({
                    value: name,
                    label: t('annotate.orphanTo', { name }),
                  })),
                  { value: REMOVE, label: t('annotate.orphanRemove') },
                ]}
                onChange={(to: string) =>
                  setChosen(new Map(chosen).set(keyOf(orphan), to === REMOVE ? null : to))
                }
              />
              <Whereabouts orphan={orphan} />
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}

/** Shows their number and their documents. */
function Whereabouts({ orphan: { count, documents, names } }: { readonly orphan: Orphan }) {
  const { t } = useTranslation();
  const key = documents > names.length ? 'annotate.orphanWhereMore' : 'annotate.orphanWhere';
  return (
    <span className="muted orphan-where">
      {t(key, { n: count, documents, names: names.join(t('annotate.listComma')) })}
    </span>
  );
}
