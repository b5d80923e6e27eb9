import { Button, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Item, wordsOf } from '../../../../shared/domain/annotation.ts';
import type { Thread, ThreadAnchor } from '../../../../shared/domain/thread.ts';
import { useAnswer } from '../../../api/requests.ts';
import { formatWhen } from '../../../lib/format.ts';
import { useStore } from '../../../lib/use-store.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { useAnnotation } from '../annotation-context.ts';

/** Returns the discussions of the open document. */
export const useThreads = (documentId: number): readonly Thread[] =>
  useAnswer('threads.list', { documentId }, { staleTime: 0 }).data ?? [];

/** Discussions of the open document, the unresolved ones first, and a new one about the chosen item or the document. */
export function Threads() {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const threads = useThreads(controller.document.id);
  const ordered = [...threads].sort((a, b) => Number(a.resolvedAt !== null) - Number(b.resolvedAt !== null));
  return (
    <div className="threads" data-testid="threads">
      <NewThread />
      {threads.length === 0 && <p className="muted pad">{t('thread.none')}</p>}
      {ordered.map((thread) => (
        <OneThread key={thread.id} thread={thread} />
      ))}
    </div>
  );
}

function NewThread() {
  const { controller } = useAnnotation();
  const chosen = useStore(controller.chosen);
  const layer = useStore(controller.session.layer);
  const open = useNoticedChange('threads.open');
  const anchor = anchorOf(layer.get(chosen), (id) => layer.get(id));
  const { t } = useTranslation();
  return (
    <section className="thread is-new" aria-label={t('thread.new')}>
      <p className="thread-about">
        <About anchor={anchor} />
      </p>
      <Composer
        label={t('thread.text')}
        submit={t('thread.new')}
        testId="new-thread"
        busy={open.isPending}
        onSend={(said, sent) =>
          open.mutate({ documentId: controller.document.id, anchor, ...said }, { onSuccess: sent })
        }
      />
    </section>
  );
}

/** Returns the place of an item in the text; the whole document without one. */
function anchorOf(item: Item | undefined, find: (id: number) => Item | undefined): ThreadAnchor {
  const whole: ThreadAnchor = { kind: 'document', fragments: [], to: [] };
  if (item === undefined || item.kind === 'label') return whole;
  if (item.kind === 'span') return { kind: 'span', type: item.type, fragments: [...item.fragments], to: [] };
  const [from, to] = [find(item.from), find(item.to)];
  if (from?.kind !== 'span' || to?.kind !== 'span') return whole;
  return { kind: 'relation', type: item.type, fragments: [...from.fragments], to: [...to.fragments] };
}

function About({ anchor }: { readonly anchor: ThreadAnchor }) {
  const { controller, table } = useAnnotation();
  const { t } = useTranslation();
  if (anchor.layer !== undefined) return t('thread.about.layer', { person: anchor.layer });
  if (anchor.kind === 'document') return t('thread.about.document');
  const wordsAt = (fragments: ThreadAnchor['fragments']) => wordsOf(controller.text, { fragments });
  const words = [anchor.fragments, anchor.to].filter(({ length }) => length > 0).map(wordsAt);
  return t('thread.about.place', {
    type: anchor.type === undefined ? '' : table.title(anchor.type),
    words: words.join(' → '),
  });
}

function OneThread({ thread }: { readonly thread: Thread }) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const reply = useNoticedChange('threads.reply');
  const resolve = useNoticedChange('threads.resolve');
  const { id, anchor, comments, resolvedAt, resolvedBy } = thread;
  const isResolved = resolvedAt !== null;
  const start = anchor.fragments[0]?.start;
  return (
    <section
      className={`thread${isResolved ? ' is-resolved' : ''}`}
      data-testid="thread"
      data-resolved={isResolved}
    >
      <p className="thread-about">
        {start === undefined ? (
          <About anchor={anchor} />
        ) : (
          <button
            type="button"
            className="thread-place"
            title={t('thread.show')}
            onClick={() => {
              controller.click(start, undefined);
              controller.view?.place(start);
            }}
          >
            <About anchor={anchor} />
          </button>
        )}
      </p>
      {comments.map(({ uid, author, at, text, mentions }) => (
        <div key={uid} className="comment" data-testid="comment">
          <p className="muted">
            <strong>{author}</strong> {formatWhen(at)}
          </p>
          <p className="comment-text">
            {mentions.map((name) => (
              <span key={name} className="mention">
                @{name}{' '}
              </span>
            ))}
            {text}
          </p>
        </div>
      ))}
      {resolvedAt !== null && (
        <p className="muted">
          {t('thread.resolvedBy', { person: resolvedBy ?? '', at: formatWhen(resolvedAt) })}
        </p>
      )}
      <Composer
        label={t('thread.reply')}
        submit={t('thread.reply')}
        testId="reply"
        busy={reply.isPending}
        onSend={(said, sent) => reply.mutate({ threadId: id, ...said }, { onSuccess: sent })}
      >
        <Button
          size="small"
          type="text"
          data-testid="resolve-thread"
          onClick={() => resolve.mutate({ threadId: id, resolved: !isResolved })}
        >
          {t(isResolved ? 'thread.unresolve' : 'thread.resolve')}
        </Button>
      </Composer>
    </section>
  );
}

interface ComposerProps {
  readonly label: string;
  readonly submit: string;
  readonly testId: string;
  readonly busy: boolean;
  readonly onSend: (said: { text: string; mentions: string[] }, sent: () => void) => void;
  readonly children?: ReactNode;
}

/** Words of a comment and the people it mentions; they stay until the comment is stored. */
function Composer({ label, submit, testId, busy, onSend, children }: ComposerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [mentions, setMentions] = useState<string[]>([]);
  const names = (useAnswer('accounts.names', {}, { retry: false }).data ?? []).filter(({ active }) => active);
  const send = (): void => {
    if (text.trim() === '') return;
    onSend({ text, mentions }, () => {
      setText('');
      setMentions([]);
    });
  };
  return (
    <div className="composer">
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 6 }}
        value={text}
        maxLength={5000}
        placeholder={label}
        aria-label={label}
        data-testid={`${testId}-text`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          event.stopPropagation(); // letters are words here, not types
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      {(text !== '' || mentions.length > 0) && names.length > 0 && (
        <Select
          mode="multiple"
          size="small"
          value={mentions}
          placeholder={t('thread.mention')}
          aria-label={t('thread.mention')}
          data-testid={`${testId}-mentions`}
          options={names.map(({ name }) => ({ value: name, label: name }))}
          onChange={setMentions}
        />
      )}
      <p className="composer-actions">
        {children}
        <Button
          size="small"
          type={text.trim() === '' ? 'default' : 'primary'}
          disabled={text.trim() === ''}
          loading={busy}
          data-testid={testId}
          onClick={send}
        >
          {submit}
        </Button>
      </p>
    </div>
  );
}
