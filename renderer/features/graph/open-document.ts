/** Opens a record; `offset` is a place in its text. */
export type OpenDocument = (id: number, offset?: number) => void;
