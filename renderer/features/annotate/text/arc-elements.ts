/** The elements that arcs and their names are made of. */
import type { RelationEnd } from '../controller/relation-edits.ts';
import type { DrawnArc, DrawnLabel, Point } from './arc-drawing.ts';

const SVG = 'http://www.w3.org/2000/svg';

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  className: string,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  if (className !== '') element.setAttribute('class', className);
  return element;
}

export interface ArcEvents {
  /** One of the relations at a place was pressed. */
  readonly choose: (ids: readonly number[]) => void;
}

interface ArcState {
  readonly chosen: boolean;
  readonly suggested: boolean;
  readonly title: string;
}

/** Draws the chosen arc last, above all others; arcs and their names light up together. */
export function elementsOf(
  arcs: readonly DrawnArc[],
  labels: readonly DrawnLabel[],
  events: ArcEvents,
  stateOf: (id: number) => ArcState,
): SVGElement[] {
  const parts = new Map<number, SVGElement[]>(arcs.map(({ id }) => [id, []]));
  const hover = (ids: readonly number[], on: boolean): void => {
    for (const id of ids) for (const part of parts.get(id) ?? []) part.classList.toggle('is-hovered', on);
  };
  const listen = (element: SVGElement, ids: readonly number[]): void => {
    for (const id of ids) parts.get(id)?.push(element);
    element.addEventListener('pointerenter', () => hover(ids, true));
    element.addEventListener('pointerleave', () => hover(ids, false));
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      events.choose(ids);
    });
  };
  const drawn = arcs.map((arc) => {
    const state = stateOf(arc.id);
    const element = arcElement(arc, state);
    listen(element, [arc.id]);
    return { element, chosen: state.chosen };
  });
  const names = labels.map((label) => {
    const states = label.ids.map(stateOf);
    const element = labelElement(label, states);
    listen(element, label.ids);
    return element;
  });
  return [
    ...drawn.filter(({ chosen }) => !chosen).map(({ element }) => element),
    ...drawn.filter(({ chosen }) => chosen).map(({ element }) => element),
    ...names,
  ];
}

function arcElement({ id, path }: DrawnArc, { chosen, suggested, title }: ArcState): SVGElement {
  const group = svg('g', `arc${chosen ? ' is-chosen' : ''}${suggested ? ' is-suggested' : ''}`);
  group.dataset.testid = 'arc';
  group.dataset.relation = String(id);
  for (const name of ['arc-hit', 'arc-line']) {
    const line = svg('path', name);
    line.setAttribute('d', path);
    group.append(line);
  }
  group.append(tip(title));
  return group;
}

function labelElement(
  { ids, words, left, top, width, height }: DrawnLabel,
  states: readonly ArcState[],
): SVGElement {
  const group = svg('g', `arc-label${states.some(({ chosen }) => chosen) ? ' is-chosen' : ''}`);
  group.dataset.testid = 'arc-label';
  group.dataset.relations = ids.join(' ');
  const ground = svg('rect', '');
  for (const [name, value] of Object.entries({ x: left, y: top, width, height }))
    ground.setAttribute(name, String(value));
  const text = svg('text', '');
  text.setAttribute('x', String(left + width / 2));
  text.setAttribute('y', String(top + height - 2));
  text.textContent = words;
  group.append(ground, text, tip(states.map(({ title }) => title).join('\n')));
  return group;
}

function tip(words: string): SVGElement {
  const title = svg('title', '');
  title.textContent = words;
  return title;
}

/** Draws handles at both ends of the chosen relation, which drag it to another span. */
export const knobsOf = (
  { from, to }: DrawnArc,
  press: (end: RelationEnd, event: PointerEvent) => void,
): SVGElement[] =>
  (
    [
      ['from', from],
      ['to', to],
    ] as const
  ).map(([end, { x, y }]) => {
    const knob = svg('circle', 'arc-end');
    knob.dataset.testid = `arc-end-${end}`;
    for (const [name, value] of Object.entries({ cx: x, cy: y - 3, r: 4.5 }))
      knob.setAttribute(name, String(value));
    knob.addEventListener('pointerdown', (event) => press(end, event));
    return knob;
  });

/** Beside a span's letter: a relation is drawn from it. */
export function knobOf({ x, y }: Point, press: (event: PointerEvent) => void): SVGElement {
  const knob = svg('circle', 'arc-knob');
  knob.dataset.testid = 'relation-knob';
  for (const [name, value] of Object.entries({ cx: x - 13, cy: y + 5, r: 5 }))
    knob.setAttribute(name, String(value));
  knob.addEventListener('pointerdown', press);
  return knob;
}
