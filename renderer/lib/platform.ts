/** True on a Mac, where shortcuts are shown and read its way. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
