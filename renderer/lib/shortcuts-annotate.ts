/**
 * Commands of the annotation screen and the keys they have to begin with ('' is none). Each name also has its words in
 * i18n/zh-annotate-commands.ts and i18n/en-annotate-commands.ts.
 */
export const ANNOTATE_SHORTCUTS = {} as const;
