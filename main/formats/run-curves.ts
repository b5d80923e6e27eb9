/** Renders curves of a training run as inline SVG. */
import type { RunPoint } from '../../shared/domain/training.ts';

const WIDTH = 560;
const HEIGHT = 220;
const MARGIN = { left: 56, right: 12, top: 12, bottom: 28 };
const TICKS = 4;
/** Maximum number of points per line; more are indistinguishable. */
const MAX_DRAWN = 1000;

interface XY {
  readonly x: number;
  readonly y: number;
}

/** Scores of taggers and classifiers; a run has those of its task. */
const DEV_SCORES = [
  ['f1', '开发集 F1 dev F1'],
  ['microF1', '开发集微平均 F1 dev micro F1'],
  ['macroF1', '开发集宏平均 F1 dev macro F1'],
  ['accuracy', '开发集准确率 dev accuracy'],
  ['loss', '开发集损失 dev loss'],
] as const;

/** Renders loss, dev scores and learning rate over epochs, without empty curves. */
export function curves(points: readonly RunPoint[]): string {
  const of = (value: (point: RunPoint) => number | undefined): XY[] =>
    points.flatMap((point) => {
      const y = value(point);
      return y === undefined || !Number.isFinite(y) ? [] : [{ x: point.epoch, y }];
    });
  return [
    chart(
      '损失 loss',
      of(({ loss }) => loss),
    ),
    ...DEV_SCORES.map(([name, title]) =>
      chart(
        title,
        of(({ dev }) => dev?.[name]),
        true,
      ),
    ),
    chart(
      '开发集损失 dev loss',
      of(({ dev }) => dev?.loss),
      true,
    ),
    chart(
      '困惑度 perplexity',
      of(({ dev }) => dev?.perplexity),
      true,
    ),
    chart(
      '学习率 learning rate',
      of(({ learningRate }) => learningRate),
    ),
  ].join('\n');
}

function chart(title: string, points: readonly XY[], dots = false): string {
  if (points.length === 0) return '';
  const drawn = thin(points);
  const x = scale(0, Math.max(...drawn.map((p) => p.x)), MARGIN.left, WIDTH - MARGIN.right);
  const low = Math.min(0, ...drawn.map((p) => p.y));
  const y = scale(low, Math.max(...drawn.map((p) => p.y)), HEIGHT - MARGIN.bottom, MARGIN.top);
  const path = drawn.map((p) => `${x.at(p.x).toFixed(1)},${y.at(p.y).toFixed(1)}`).join(' ');
  const marks = dots
    ? drawn.map((p) => `<circle cx="${x.at(p.x).toFixed(1)}" cy="${y.at(p.y).toFixed(1)}" r="2.5"/>`).join('')
    : '';
  const rows = y.ticks.map(
    (v) =>
      `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y.at(v).toFixed(1)}" y2="${y.at(v).toFixed(1)}"/><text x="${MARGIN.left - 6}" y="${(y.at(v) + 4).toFixed(1)}" text-anchor="end">${short(v)}</text>`,
  );
  const columns = x.ticks.map(
    (v) => `<text x="${x.at(v).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="middle">${short(v)}</text>`,
  );
  return `<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${rows.join('')}${columns.join('')}<polyline points="${path}"/>${marks}</svg></figure>`;
}

/** Returns every n-th point and the last. */
function thin(points: readonly XY[]): readonly XY[] {
  const every = Math.ceil(points.length / MAX_DRAWN);
  return points.filter((_, i) => i % every === 0 || i === points.length - 1);
}

interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

function scale(low: number, high: number, from: number, to: number): Scale {
  const extent = high - low || 1;
  return {
    at: (value) => from + ((value - low) / extent) * (to - from),
    ticks: Array.from({ length: TICKS + 1 }, (_, i) => low + (extent * i) / TICKS),
  };
}

function short(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size < 0.001 || size >= 100_000 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
}
