/**
 * The annotator's desk with a document of 50,000 characters and 5,000 nested spans: from the click to text and spans on
 * screen, and from a key press to its effect on screen, measured in the window itself.
 */
import type { Page } from 'playwright';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import type { Item } from '../../shared/domain/annotation.ts';
import type { OpenApp } from '../helpers/app.ts';
import { inEveryHost, timesRow } from '../helpers/bench-windows.ts';
import { largeText } from '../helpers/large-document.ts';
import { ask } from '../helpers/screen.ts';

const CHARS = 50_000;
const SPANS = 5000;
const OPENINGS = 5;
const ROUNDS = 30;

export const run = (): Promise<string> =>
  inEveryHost(
    `A document of ${CHARS} characters with ${SPANS} spans nested up to four deep; time until the second frame after the event, so up to one frame (17 ms) too much.`,
    measure,
  );

async function measure({ kind, page }: OpenApp): Promise<string[]> {
  await prepare(page);
  const openings: number[] = [];
  for (let n = 0; n < OPENINGS; n++) openings.push(await timeToOpen(page));
  const times = await timeKeys(page);
  return [
    timesRow(kind, 'open', openings, 'median < 1000'),
    ...[...times].map(([what, values]) => timesRow(kind, what, values, 'p95 < 50')),
  ];
}

/** Groups of four: a clause, a part of it, a part of that, and one word. */
function nestedSpans(text: string): Item[] {
  const types = TEMPLATES.cmeee.spans.map(({ name }) => name);
  const groups = SPANS / 4;
  const stride = Math.floor(text.length / groups);
  /** Not within a character outside the basic plane. */
  const whole = (offset: number): number => offset + Number(/[\uDC00-\uDFFF]/.test(text.charAt(offset)));
  return Array.from({ length: SPANS }, (_, i): Item => {
    const [group, depth] = [Math.floor(i / 4), i % 4];
    const start = group * stride + depth;
    return {
      kind: 'span',
      id: i + 1,
      type: types[i % types.length] ?? 'dis',
      attributes: {},
      note: '',
      status: 'accepted',
      provenance: { kind: 'human', name: 'bench' },
      fragments: [{ start: whole(start), end: whole(start + 12 - 3 * depth) }],
    };
  });
}

/** A project with the document and another one, the spans as one edit. */
async function prepare(page: Page): Promise<void> {
  const text = largeText(CHARS);
  const made = [
    await ask(page, 'docs.create', { title: '长病历', text, origin: 'typed' }),
    await ask(page, 'docs.create', { title: '短病历', text: '发热三天。', origin: 'typed' }),
  ];
  const { actor } = await ask(page, 'app.info', {});
  const project = await ask(page, 'projects.create', {
    name: '长文',
    schema: TEMPLATES.cmeee,
    members: [actor],
  });
  await ask(page, 'projects.addDocuments', { projectId: project.id, documents: made.map(({ id }) => id) });
  const [first] = await ask(page, 'annotation.queue', { projectId: project.id });
  const { layer } = await ask(page, 'annotation.open', { documentId: first?.id ?? 0 });
  await ask(page, 'annotation.apply', {
    layerId: layer.id,
    action: 'span.mark-all',
    detail: {},
    changes: nestedSpans(text).map((item) => ({ id: item.id, before: null, after: item })),
  });
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('start-labelling').click();
  await page.getByTestId('queue-row').nth(1).waitFor();
}

/** From the other document to the long one. */
async function timeToOpen(page: Page): Promise<number> {
  await page.getByTestId('queue-row').nth(1).click();
  await page.getByTestId('annotate-text').locator('.view-line').filter({ hasText: '发热三天' }).waitFor();
  await page.waitForTimeout(1000);
  const measured = page.evaluate(
    () =>
      new Promise<number>((done) => {
        document.addEventListener(
          'click',
          (event) => {
            const shown = () => {
              const drawn = document.querySelectorAll('[data-testid="annotate-text"] .ann-piece').length > 20;
              const items = document.querySelector<HTMLElement>('[data-testid="desk-facts"]')?.dataset.items;
              if (drawn && Number(items) > 1000)
                requestAnimationFrame(() => done(performance.now() - event.timeStamp));
              else requestAnimationFrame(shown);
            };
            requestAnimationFrame(shown);
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.getByTestId('queue-row').nth(0).click();
  return measured;
}

/** Milliseconds from each key press to its frame, by what the key did. */
async function timeKeys(page: Page): Promise<Map<string, number[]>> {
  await page.getByTestId('annotate-text').locator('.view-line').nth(5).click();
  for (let n = 0; n < 12; n++) await page.keyboard.press('PageDown');
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(window, 'keyTimes', times);
    const measure = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - timeStamp)));
    window.addEventListener('keydown', measure, { capture: true });
  });
  const times = new Map<string, number[]>();
  const timed = async (what: string, keys: string): Promise<void> => {
    // safe: filled above
    await page.evaluate(() => void (Reflect.get(window, 'keyTimes') as number[]).splice(0));
    await page.keyboard.press(keys);
    await page.waitForTimeout(150);
    // safe: filled above; the last key is the one that did it, after its modifiers
    const last = await page.evaluate(
      () => (Reflect.get(window, 'keyTimes') as number[]).at(-1) ?? Number.NaN,
    );
    times.set(what, [...(times.get(what) ?? []), last]);
  };
  for (let n = 0; n < ROUNDS; n++) {
    await timed('next item', 'Tab');
    for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowRight');
    await timed('add a span', '1');
    await timed('change its type', '2');
    await timed('move its edge', ']');
    await timed('undo', 'ControlOrMeta+Z');
    await timed('redo', 'ControlOrMeta+Shift+Z');
    await timed('remove it', 'Delete');
  }
  return times;
}
