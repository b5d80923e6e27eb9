/** Counts what the server does, in Prometheus' text format. Names of methods and codes only: no text, no names of people. */

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export class ServerMetrics {
  readonly #began = performance.now();
  readonly #requests = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly #buckets = BOUNDS.map(() => 0);
  #seconds = 0;
  #count = 0;

  /** Counts a request from now until the returned function is called with its outcome. */
  request(method: string, known: boolean): (code: string) => void {
    const start = performance.now();
    const name = known ? method : 'unknown'; // anybody may send any name
    return (code) => {
      const seconds = (performance.now() - start) / 1000;
      add(this.#requests, `method="${name}",outcome="${code}"`);
      this.#seconds += seconds;
      this.#count++;
      for (const [n, bound] of BOUNDS.entries()) if (seconds <= bound) this.#buckets[n]!++;
    };
  }

  /** Counts a connection or a page that was refused. @param why one of a few words */
  refused(why: string): void {
    add(this.#refused, `why="${why}"`);
  }

  text(now: { readonly connections: number; readonly signedIn: number }): string {
    const histogram = BOUNDS.map(
      (bound, n) => `meridian_request_seconds_bucket{le="${bound}"} ${this.#buckets[n]}`,
    );
    return [
      '# TYPE meridian_requests_total counter',
      ...lines('meridian_requests_total', this.#requests),
      '# TYPE meridian_refused_total counter',
      ...lines('meridian_refused_total', this.#refused),
      '# TYPE meridian_request_seconds histogram',
      ...histogram,
      `meridian_request_seconds_bucket{le="+Inf"} ${this.#count}`,
      `meridian_request_seconds_sum ${this.#seconds}`,
      `meridian_request_seconds_count ${this.#count}`,
      '# TYPE meridian_connections gauge',
      `meridian_connections ${now.connections}`,
      '# TYPE meridian_signed_in gauge',
      `meridian_signed_in ${now.signedIn}`,
      '# TYPE meridian_uptime_seconds gauge',
      `meridian_uptime_seconds ${(performance.now() - this.#began) / 1000}`,
      '# TYPE meridian_resident_bytes gauge',
      `meridian_resident_bytes ${process.memoryUsage.rss()}`,
      '',
    ].join('\n');
  }
}

const add = (counts: Map<string, number>, labels: string): void =>
  void counts.set(labels, (counts.get(labels) ?? 0) + 1);

const lines = (name: string, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].map(([labels, count]) => `${name}{${labels}} ${count}`);
