/** Names of relations along their lines: moved along them, shortened or left out, so that none lies over another. */

/** Pixels that a name takes from top to bottom, with the room around it. */
export const LABEL_HEIGHT = 11;
/** Pixels between two names. */
const LABEL_GAP = 3;
/** Largest shift of a name that is wider than its line, off its middle. */
const OVERHANG = 8;

export interface LabelRequest {
  /** Pixels; the name is centred on its line in height. */
  readonly y: number;
  /** The line it belongs to. */
  readonly left: number;
  readonly right: number;
  /** Preferred middle. */
  readonly at: number;
  /** Widths of the whole name and of ever shorter ones. */
  readonly widths: readonly number[];
}

export interface LabelPlace {
  readonly left: number;
  readonly width: number;
  readonly y: number;
  /** Index into the widths. */
  readonly version: number;
}

/** An upright line that a name should not stand on if it can be helped. */
export interface Post {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

interface Interval {
  readonly left: number;
  readonly right: number;
}

/**
 * A place for each request, in their order, or null where nothing is free. No two places overlap. Names on short lines
 * choose first: the others can move.
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  posts: readonly Post[],
): (LabelPlace | null)[] {
  const places: (LabelPlace | null)[] = requests.map(() => null);
  const placed: LabelPlace[] = [];
  const order = requests
    .map((_, i) => i)
    .sort(
      (a, b) => requests[a]!.right - requests[a]!.left - (requests[b]!.right - requests[b]!.left) || a - b,
    );
  for (const i of order) {
    const request = requests[i]!;
    const taken = placed
      .filter(({ y }) => Math.abs(y - request.y) < LABEL_HEIGHT)
      .map(({ left, width }) => ({ left: left - LABEL_GAP, right: left + width + LABEL_GAP }));
    const across = posts
      .filter(
        ({ top, bottom }) => top < request.y + LABEL_HEIGHT / 2 && bottom > request.y - LABEL_HEIGHT / 2,
      )
      .map(({ x }) => ({ left: x - 1, right: x + 1 }));
    const place = placeOf(request, [...taken, ...across]) ?? placeOf(request, taken);
    places[i] = place;
    if (place !== null) placed.push(place);
  }
  return places;
}

function placeOf(request: LabelRequest, taken: readonly Interval[]): LabelPlace | null {
  for (const [version, width] of request.widths.entries()) {
    const left = leftOf(request, width, taken);
    if (left !== null) return { left, width, y: request.y, version };
  }
  return null;
}

/** The free place that is nearest to the one wanted. */
function leftOf({ left, right, at }: LabelRequest, width: number, taken: readonly Interval[]): number | null {
  const slack = right - left - width;
  const middle = (left + right) / 2;
  const [least, most] =
    slack >= 0 ? [left, right - width] : [middle - width / 2 - OVERHANG, middle - width / 2 + OVERHANG];
  const wanted = Math.min(Math.max(at - width / 2, least), most);
  const free = (x: number): boolean =>
    x >= least && x <= most && taken.every((other) => other.right <= x || other.left >= x + width);
  return (
    [wanted, ...taken.flatMap((other) => [other.right, other.left - width])]
      .filter(free)
      .sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? null
  );
}
