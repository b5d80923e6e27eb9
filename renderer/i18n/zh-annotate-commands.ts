/** Names of the annotation screen's commands (lib/shortcuts-annotate.ts). */
export const annotateCommands = {};
