/** Whether shortcuts are shown and read the Mac way. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
