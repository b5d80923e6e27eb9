/** Returns the keys of a literal object, in order. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[]; // safe: a literal object has no other keys
}
