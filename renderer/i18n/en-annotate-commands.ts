/** Names of the annotation screen's commands. */
export const annotateCommands = {};
