/** Loading of handlers with the first request for one of them. */
import { contract, type Handlers, type Method } from '../../shared/contract/index.ts';

type MethodOf<Area extends string> = Extract<Method, `${Area}.${string}`>;

/** Returns the methods whose names begin with one of the areas and a point. */
export const methodsOf = <Area extends string>(...areas: Area[]): MethodOf<Area>[] =>
  Object.keys(contract).filter((method): method is MethodOf<Area> =>
    areas.some((area) => method.startsWith(`${area}.`)),
  );

export const keysOf = <Part extends object>(part: Part): (keyof Part)[] =>
  Object.keys(part) as (keyof Part)[]; // safe: an own table

/**
 * Returns handlers that load those of their area when one is asked; a failed attempt is repeated at the next request.
 * @param open awaited before each request, too
 */
export function later<M extends Method>(
  methods: readonly M[],
  load: () => Promise<Pick<Handlers, M>>,
  open: () => Promise<void> = () => Promise.resolve(),
): Pick<Handlers, M> {
  let loading: Promise<Pick<Handlers, M>> | undefined;
  const loaded = (): Promise<Pick<Handlers, M>> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const handlers = methods.map((method) => [
    method,
    async (input: never) => {
      const [area] = await Promise.all([loaded(), open()]);
      return (area[method] as (input: never) => unknown)(input); // safe: the router has parsed it by this method's schema
    },
  ]);
  return Object.fromEntries(handlers) as Pick<Handlers, M>; // safe: one handler a method
}
